"""Other people's shapes around our core: adapters that present our games and answers to them."""
