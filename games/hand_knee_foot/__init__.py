"""Hand, Knee and Foot: rummy with books, three piles for each player and many packs."""
