"""Remembering what was computed, for functions whose arguments have few possible values."""

from functools import lru_cache

# typed: 5.0 and True must be refused by the checks inside, not find what 5 and 1 left behind.
remembered = lru_cache(maxsize=None, typed=True)
