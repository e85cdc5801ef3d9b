"""What the process stands on: errors, logs, files, child processes with limits, and calls to other machines."""
