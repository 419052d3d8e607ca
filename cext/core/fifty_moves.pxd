# The fifty-move rule in evaluations.


cdef inline int damped(int score, int clock) noexcept nogil:
    """Scale a score down as the draw by the fifty-move rule approaches: the full score up to 40 plies without
    progress, an eighth from 110 plies on."""
    if clock <= 40:
        return score
    return score * (120 - clock if clock < 110 else 10) // 80
