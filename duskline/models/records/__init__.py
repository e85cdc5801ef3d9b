"""The nouns and what stands beside them: leads, clients, work orders, tickets, messages, visits and warranties, and the rules that hold for each alone."""
