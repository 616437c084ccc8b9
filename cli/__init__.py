"""The command line: the verbs of the service in a terminal."""
