"""The JSON API under `/api/v1`: the functions of the pages, for programs.

- `routes`: all routes.
- `shapes`: the structs of requests and answers.
- `documents`: these structs for a session.
- `writes`: creating sessions, and previewing and submitting posts.
- `openapi`: the OpenAPI description.

No page uses these modules.
"""
