"""How a tournament goes: who plays whom, and who stands where. Pure: chance comes in as a seed."""
