"""Settings for all tests."""

from hypothesis import settings

settings.register_profile("ginwin", deadline=None, derandomize=True)  # CI repeats what it found
settings.load_profile("ginwin")
