"""Chats and transcripts of meetings: what Slack, Teams, Zulip, WhatsApp and Zoom export."""
