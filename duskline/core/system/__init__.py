"""Errors, logs, files, child processes with limits, and calls to other machines."""
