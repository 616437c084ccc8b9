"""Hand, Knee and Foot: when to open, what to put down, what to throw, when to go out."""
