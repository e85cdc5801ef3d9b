"""Mail: letters composed, kept as rows in the transaction that they tell of, and sent by a worker."""
