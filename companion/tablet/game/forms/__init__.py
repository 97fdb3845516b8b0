"""What is filled in at the table: offers as forms, their fields, and letters for words of one's own."""
