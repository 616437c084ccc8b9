"""Speed and strength of Kibitz, measured; never part of the tests. See ``benchmarks/README.md``."""
