"""What made the weights: self-play and fitting. Nothing that runs in the service imports it."""
