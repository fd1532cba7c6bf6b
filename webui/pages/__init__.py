"""The pages. A module is named after the address of its main page; the app serves all blueprints of these modules.

To add a page, link it in `webui/templates/crumbs.html`. Add a case to
`ROUTES` in `tests/support/spectator.py` and, for a form, to `FORMS` in `tests/support/linked.py`. These tests compare
two servers that differ only in a secret; a test fails if a page has no case.

The folders are `session`, `rulings` and `server`. Code shared with the API is in `access` and
`views`, which import nothing from here.
"""
