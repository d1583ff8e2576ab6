"""The lab's commands; the command line knows them by name and imports them when they are called."""
