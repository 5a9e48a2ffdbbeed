"""The desktop shell of Sofra: all that knows Qt."""
