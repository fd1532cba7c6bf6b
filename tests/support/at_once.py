"""Several things done in the same moment."""

import threading
from collections.abc import Callable


def at_once(*tasks: Callable[[], None], meanwhile: Callable[[], None] = lambda: None) -> None:
    """Run each task in a thread of its own, and something meanwhile; wait for all."""
    gate, failed = threading.Barrier(len(tasks)), list[BaseException]()

    def run(task: Callable[[], None]) -> None:
        gate.wait()
        try:
            task()
        except BaseException as error:  # noqa: BLE001  # told in the thread that waits
            failed.append(error)

    threads = [threading.Thread(target=run, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    meanwhile()
    for thread in threads:
        thread.join()
    assert not failed, failed
