"""Who may come in: addresses, PIN, phones and what each of them may do."""
