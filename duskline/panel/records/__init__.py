"""Leads, clients, work orders, tickets, messages and warranties, with what stands beside each; and the search over all of them."""
