"""Recognizes errors that mean too little memory. Imports nothing itself."""


def no_memory_to_load(error: Exception) -> bool:
    """Whether a module could not be loaded for lack of memory: the system's loader failed, or Python lost its
    MemoryError."""
    if isinstance(error, SystemError):
        return "without exception set" in str(error)
    signs = ("failed to map segment", "cannot allocate memory", "Cannot allocate")
    return isinstance(error, ImportError) and any(sign in str(error) for sign in signs)


def no_memory_for_a_thread(error: RuntimeError) -> bool:
    """Whether Python could not start a thread, for example one that asyncio needs to watch a process."""
    return "can't start new thread" in str(error)
