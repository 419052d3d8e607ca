"""Conversations with the engine in both protocols: it answers everything, makes only legal moves, and reports no
internal errors. `make fuzz` has longer ones."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from support.sessions import CecpConversation, Conversation, UciConversation

SHORT = settings(max_examples=25, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.thorough
@pytest.mark.parametrize("machine", [CecpConversation, UciConversation])
def test_conversations(machine: type[Conversation]):
    try:
        run_state_machine_as_test(machine, settings=SHORT)
    finally:
        machine.retire()
