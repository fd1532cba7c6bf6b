"""How often the garbage collector runs."""

import gc


def tune_collector() -> None:
    """Run the garbage collector less often: positions are numerous and live long, and few objects form cycles."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
