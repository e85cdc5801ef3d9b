"""Visitors' endpoints: nobody here is signed in, so the actor is the website, which inserts and reads nothing scoped."""
