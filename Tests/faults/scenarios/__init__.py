"""The scenarios in the order in which they run, each with its expectation."""

from kit.report import Scenario

from . import (alterations, company, crowd, damage, early_kills, full_disk, giving_up, kills, locks,
               meddling, mixed_company, other_kills, power, resumes, server, syscall_faults)

SCENARIOS = [
    Scenario("kills", "kill -9 at random instants of an import: no acknowledged record is lost or"
             " doubled, the same command finishes", kills.run),
    Scenario("early-kills", "kill -9 in the first 50 ms of a first import: the same command"
             " finishes every time", early_kills.run),
    *other_kills.SCENARIOS,
    *syscall_faults.SCENARIOS,
    Scenario("full-disk", "a full disk is said in words; with more room the same command finishes",
             full_disk.run),
    *power.SCENARIOS,
    *company.SCENARIOS,
    *mixed_company.SCENARIOS,
    Scenario("locks", "no command drops SQLite's locks by closing the database file itself",
             locks.run),
    *resumes.SCENARIOS,
    *giving_up.SCENARIOS,
    *meddling.SCENARIOS,
    *alterations.SCENARIOS,
    *damage.SCENARIOS,
    *server.SCENARIOS,
    Scenario("crowd", "many commands of all kinds at once on one store", crowd.run),
]
