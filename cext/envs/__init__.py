"""Environments for reinforcement learning; :mod:`oddfish.envs` is their public interface."""
