"""What a game is: cards, rules, positions, moves, notation. Imports nothing above it."""
