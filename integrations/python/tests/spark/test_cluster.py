import json
import os
import pathlib
import signal
import subprocess
import sys
import time

from conftest import apart, checked, running, write_people


def executors(root):
    """The executors among the descendants of a process."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                status = pathlib.Path(f"/proc/{name}/stat").read_text().rsplit(")", 1)[1].split()
                parents[int(name)] = int(status[1])
            except OSError:
                pass

    def descends(process):
        while process in parents:
            process = parents[process]
            if process == root:
                return True
        return False

    found = []
    for process in parents:
        try:
            command = pathlib.Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            continue
        if b"CoarseGrainedExecutorBackend" in command and b"java" in command and descends(process):
            found.append(process)
    return found


def test_a_killed_executor_changes_nothing(program, definitions, tmp_path):
    path = write_people(tmp_path / "people.csv", 20_000, odd=False)
    job = subprocess.Popen(
        [sys.executable, pathlib.Path(__file__).with_name("cluster_job.py"), path, definitions,
         tmp_path / "out"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )
    try:
        assert job.stdout.readline() == b"ready\n"
        # Wait until a process of formrec is running.
        deadline = time.monotonic() + 60
        while not running(program) and time.monotonic() < deadline:
            time.sleep(0.005)
        victims = executors(job.pid)
        assert victims
        os.kill(victims[0], signal.SIGKILL)
        found, rejected = json.loads(job.stdout.read())
        assert job.wait(timeout=60) == 0
    finally:
        if job.poll() is None:
            job.kill()
    expected = apart(checked(program, path, definitions, "--only", "flagged"))
    assert [tuple(map(str, one)) for one in found] == [
        tuple(map(str, json.loads(json.dumps(one)))) for one in expected
    ]
    assert rejected == sum(one[2] == "rejected" for one in expected)
    left = list((tmp_path / "out" / "rejected").glob("*.ndjson.*"))
    assert len(list((tmp_path / "out" / "rejected").glob("*.ndjson"))) == 24, left
    time.sleep(1)
    assert running(program) == []
