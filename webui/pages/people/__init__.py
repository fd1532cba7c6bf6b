"""Pages about people: `people` has seats and links of a session, `secret_link` opens a link (`/k/<token>`)."""
