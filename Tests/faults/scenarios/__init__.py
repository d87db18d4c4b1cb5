"""The scenarios in the order in which they run, each with its expectation."""

from kit.report import Scenario

from . import (alterations, changes, concurrency, damage, discards, early_kills, early_signals,
               full_disk, kills, locks, mixed_commands, mixed_concurrency, other_kills, power,
               resumes, server, syscall_faults)

SCENARIOS = [
    Scenario("kills", "kill -9 at random instants of an import: no acknowledged record is lost or"
             " stored twice, and the same command completes the import", kills.run),
    Scenario("kills-again", "the same of an import whose records the store has already, and share their"
             " cells", kills.run_again),
    Scenario("early-kills", "kill -9 in the first 50 ms of a first import: the same command"
             " always completes it", early_kills.run),
    Scenario("early-signals", "INT, TERM or HUP at any system call of a small import: the store is"
             " sound and can be backed up, and the same command completes the import",
             early_signals.run),
    *other_kills.SCENARIOS,
    *syscall_faults.SCENARIOS,
    Scenario("full-disk", "a full disk is reported; the same command completes when space is available",
             full_disk.run),
    *power.SCENARIOS,
    *concurrency.SCENARIOS,
    *mixed_concurrency.SCENARIOS,
    Scenario("locks", "no command releases SQLite's locks by closing the database file",
             locks.run),
    *resumes.SCENARIOS,
    *discards.SCENARIOS,
    *changes.SCENARIOS,
    *alterations.SCENARIOS,
    *damage.SCENARIOS,
    *server.SCENARIOS,
    Scenario("mixed-commands", "many concurrent commands of all kinds on one store",
             mixed_commands.run),
]
