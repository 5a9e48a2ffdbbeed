"""For authors of games: a small working game to begin with, the laws read like a teacher, and catalogues of texts."""
