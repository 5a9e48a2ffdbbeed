"""Does not come to an end while it is imported."""

while True:
    pass
