"""Hand, Knee and Foot: the search and the advice."""
