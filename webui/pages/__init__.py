"""The pages, a module for each, named as the address of its page; a new one is imported and listed in `webui/app.py`.

It is also linked in `webui/templates/crumbs.html`, has a case in `tests/support/spectator.py` (`ROUTES`) and, with a
form, one in `tests/support/linked.py` (`FORMS`): there two worlds that differ in a secret are compared. A test fails
without.

They are in folders by subject: `session`, `rulings`, `people` and `server`. What the API shows too is in `access` and
`views`. These import nothing from here.
"""
