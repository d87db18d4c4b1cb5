SCENARIOS = []
run = None
