"""`python -m sofra` is `sofra`."""

from sofra.cli import main

if __name__ == "__main__":
    main()
