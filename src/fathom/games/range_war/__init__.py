"""Range War: claim numbers in alternating direction; the seat that cannot move loses."""
