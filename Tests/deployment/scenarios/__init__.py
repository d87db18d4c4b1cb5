"""All scenarios."""

from . import mail, newcomers, proxies, replicas, serving, systems, tables, webhooks

SCENARIOS = (proxies.SCENARIOS + serving.SCENARIOS + webhooks.SCENARIOS + mail.SCENARIOS
             + tables.SCENARIOS + systems.SCENARIOS + newcomers.SCENARIOS + replicas.SCENARIOS)
