"""Who signs in and by what: users, sessions, second factors, passkeys, tokens, links, and how each wants to see and hear things."""
