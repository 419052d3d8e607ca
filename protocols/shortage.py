"""Recognizes errors that mean too little memory. Imports nothing itself."""


def no_memory_to_load(error: ImportError) -> bool:
    """Whether the system's loader had no memory for an extension module."""
    return any(sign in str(error) for sign in ("failed to map segment", "cannot allocate memory", "Cannot allocate"))


def no_memory_for_a_thread(error: RuntimeError) -> bool:
    """Whether Python could not start a thread, for example one that asyncio needs to watch a process."""
    return "can't start new thread" in str(error)
