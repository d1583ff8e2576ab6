"""A report as a page: parts, tables and what is shown of them."""
