"""The pages, a module for each, named as the address of its page; a new one is imported and listed in `webui/app.py`.

It is also linked in `webui/templates/crumbs.html`, has a case in `tests/support/spectator.py` (`ROUTES`) and, with a
form, one in `tests/support/linked.py` (`FORMS`): there two worlds that differ in a secret are compared. A test fails
without.

Of the whole house: `home`, `new`, `people`, `archive`, `desk`, `rulings`, `secret_link` (`/k/<token>`). Of one session:
`viewer` (every position), `steps` (all of them, for its script), `why`, `pictures`, `audit`, `dice`, `kit`, `export`,
`bundle` (all of it in one file), `feed`; those at which somebody acts: `post`, `move`, `order`, `set_value` (`/set`),
`fix`, `takeback`, `ruling`, `was_move` (`/was-move`), `what_if` (`/what-if`, `/compare`). Of a game: `night`, the inks
of its boards on a dark page.

Three are no pages but what several show: `moment`, `session_facts`, `viewer_scene`. What the API shows too is not here
but in `access` and `desk`; nothing here is imported by them.
"""
