"""Sending notices: `delivery` sends one to a webhook or by mail."""
