"""What encounters weigh, made ready to show: one module for each game."""

from encounters.weighing.two_d12 import Gauge, GaugedLine, gauge, personas_text
from encounters.weighing.worlds_awakening import Reach, WeighedLine, Weighing, levels_text, rounded_down, weigh

__all__ = [
    "Gauge",
    "GaugedLine",
    "Reach",
    "WeighedLine",
    "Weighing",
    "gauge",
    "levels_text",
    "personas_text",
    "rounded_down",
    "weigh",
]
