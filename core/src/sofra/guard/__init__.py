"""The guard between the program and the games of plugins: errors named, answers looked at, calls watched."""

from sofra.guard.answers import LONGEST, MAX_EVENTS, MAX_PAYLOAD, MAX_THINGS, Rubbish, sound_message, sound_scene
from sofra.guard.guarded import bare, begin, end, failed, guarded, is_ours, load_guarded, strange, trace_of
from sofra.guard.stopped import RAISE, GameStopped, PluginError, TooLong, named_error, raises
from sofra.guard.watch import Call, Watch

__all__ = [
    "LONGEST",
    "MAX_EVENTS",
    "MAX_PAYLOAD",
    "MAX_THINGS",
    "RAISE",
    "Call",
    "GameStopped",
    "PluginError",
    "Rubbish",
    "TooLong",
    "Watch",
    "bare",
    "begin",
    "end",
    "failed",
    "guarded",
    "is_ours",
    "load_guarded",
    "named_error",
    "raises",
    "sound_message",
    "sound_scene",
    "strange",
    "trace_of",
]
