"""Rules of values: bodies of calls, texts, contacts, names of files, times of day, Markdown, calendars."""
