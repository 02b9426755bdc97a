"""The pure rules by themselves: what one stat block with its table and one calibration cost."""

import timeit
from fractions import Fraction

from bestiary.rules import worlds_awakening as wa
from encounters.rules import worlds_awakening as encounter_rules


def measure_rules() -> None:
    stats = [wa.Stats(strength, 0, constitution, 1, 2, 0) for strength in range(-4, 7) for constitution in range(-4, 7)]
    attacks = (wa.Attack("Claws", wa.AttackKind.MELEE, 1, -1), wa.Attack("Spit", wa.AttackKind.RANGED, 0, 2))
    creatures = [wa.Creature("Bench", wa.Size.LARGE, 12, False, each, attacks=attacks) for each in stats]

    def blocks() -> None:
        for creature in creatures:
            wa.stat_block(creature, 5)
            wa.level_table(creature, range(1, 9))

    opponents = [encounter_rules.Opponent(Fraction(1, 2), count, 3) for count in range(1, 16)]

    def calibrations() -> None:
        encounter_rules.calibrate([3, 5, 5, 7], opponents)

    best = min(timeit.repeat(blocks, number=3, repeat=5)) / 3 / len(creatures)
    print(f"  stat block and table of 8 levels  {best * 1e6:8.0f} µs")
    best = min(timeit.repeat(calibrations, number=20, repeat=5)) / 20
    print(f"  calibration of 15 lines           {best * 1e6:8.0f} µs")
