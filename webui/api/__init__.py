"""The JSON API under `/api/v1`: what the pages do, for programs, with an OpenAPI document that describes it."""
