"""What pages in the browser have in common: who may see them, who serves them, how they are made."""
