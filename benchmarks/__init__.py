"""Speed and strength of Kibitz, measured; never part of the tests. See ``docs/benchmarks.md``."""
