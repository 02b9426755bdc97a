"""Any choice that the rules allow."""

from hypothesis import strategies as st

from bestiary.rules.worlds_awakening import Attack, AttackKind, Creature, Size, Stats

stat = st.integers(-4, 6)
levels = st.integers(1, 20)
stats = st.builds(Stats, stat, stat, stat, stat, stat, stat)
bonus = st.integers(-5, 5)
attacks = st.builds(Attack, st.just("Bite"), st.sampled_from(AttackKind), bonus, bonus)
creatures = st.builds(
    Creature,
    name=st.just("Beast"),
    size=st.sampled_from(Size),
    base_hp=st.integers(1, 30),
    boss_damage=st.booleans(),
    stats=stats,
    attacks=st.lists(attacks, max_size=3),
)
