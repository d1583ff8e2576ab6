"""Mailboxes: where mails begin, what their headers say together, and what is in them."""
