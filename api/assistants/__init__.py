"""For AI assistants: the verbs as tools of the Model Context Protocol, over HTTP and on stdio."""
