"""All scenarios."""

from . import mail, proxies, replicas, serving, systems, tables, webhooks

SCENARIOS = (proxies.SCENARIOS + serving.SCENARIOS + webhooks.SCENARIOS + mail.SCENARIOS
             + tables.SCENARIOS + systems.SCENARIOS + replicas.SCENARIOS)
