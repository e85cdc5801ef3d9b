"""Settings of the company: organization, regions, branches, territories, lists of choices, checklists, sample data, and the log of who did what."""
