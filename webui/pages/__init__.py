"""The pages, a module for each, named as the address of its page; a new one is imported and listed in `webui/app.py`.

It is also linked in `webui/templates/crumbs.html`, has a case in `tests/support/spectator.py` (`ROUTES`) and, with a
form, one in `tests/support/linked.py` (`FORMS`): there two worlds that differ in a secret are compared. A test fails
without.

Of the whole house: `home`, `new`, `people`, `archive`, `desk`, `rulings`, `secret_link` (`/k/<token>`). Of one
session: `viewer` (every position), `embed` (one for a frame), `steps` (all of them, for the viewer's script), `why`,
`pictures`, `audit`, `witnesses` (an archived thread against the log), `dice`, `notes`, `turn`, `kit`, `export`
(all of it in one file), `feed`; those at which somebody acts: `post`, `move`, `order`, `set_value` (`/set`),
`fix`, `takeback`, `ruling`, `was_move` (`/was-move`), `what_if` (`/what-if`, `/compare`). Of a game: `dark_theme`,
the inks of its boards on a dark page. Of the server: `metrics`.

Five are not pages by themselves: `welcome` is what `home` shows if the sample sessions are served as a demo;
`offline_page` is a format of `export`; `event_context`, `session_facts` and `viewer_scene` are what several show. What
the API shows too is not here but in `access` and `views`; nothing here is imported by them.
"""
