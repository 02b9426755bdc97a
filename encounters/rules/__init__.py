"""The rules of encounters; each game system has its own package."""

from pathlib import Path

import bestiary.rules
from bestiary.rules.version import digest

rules_version: str = digest(Path(bestiary.rules.__file__).parent, Path(__file__).parent)
"""Like `bestiary.rules.rules_version`, for what is computed by these rules on top of those."""
