"""What players of Risk write: its table of forms, the slots in it, and what no form can say."""
