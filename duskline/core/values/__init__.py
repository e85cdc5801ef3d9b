"""What a value means and how it is written: bodies of calls, texts, contacts, names of files, times of day, Markdown, calendars."""
