"""Sample data, chapter by chapter: places, people, sales, service, inbox, content. All of it is invented."""
