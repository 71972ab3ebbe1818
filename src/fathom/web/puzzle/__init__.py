"""What only puzzles have on the web: their part of the API and their pages."""
