"""The statistics page: figures, charts with their tables, the ranking, and the rounds as a file."""
