"""What no move may name: a place that is not on this board."""

from projections.draft import Draft
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.state.position import World
from projections.objections import allowed

__all__ = ["allowed", "must_be_territories"]


def must_be_territories(draft: Draft[World], *names: str) -> None:
    """Refuse what is no territory of this board."""
    for name in names:
        draft.must("RISK-CMP-06", name in TERRITORIES, f'there is no territory "{name[:40]}"')
