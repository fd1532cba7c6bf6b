"""Notices: `recipients` says who gets them, `delivery` sends one to a webhook or by mail."""
