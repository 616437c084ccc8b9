"""HTTP: a request comes in, a solver answers. The only place that knows HTTP."""
