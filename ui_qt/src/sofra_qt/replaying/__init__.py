"""The replay player: a round to be watched, step by step or as a film, and to be played on from."""
