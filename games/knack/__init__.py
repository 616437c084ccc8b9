"""K'nack for two to six players: who first has laid all cards, each matching all it touches."""
