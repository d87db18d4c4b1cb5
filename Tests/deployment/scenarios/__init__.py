"""All scenarios."""

from . import proxies, replicas, serving, systems, tables, webhooks

SCENARIOS = (proxies.SCENARIOS + serving.SCENARIOS + webhooks.SCENARIOS + tables.SCENARIOS
             + systems.SCENARIOS + replicas.SCENARIOS)
