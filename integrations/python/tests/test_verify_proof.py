import json
import sys

import pytest

from formrec import verify_proof
from formrec.verify_proof import confirms

HEAD = "ab" * 32
SHOWN = {"receipt": 7, "head": HEAD}
RECEIPT = json.dumps({"at": "2026-01-01T00:00:00Z", "event": 7, "head": HEAD, "store": "cd" * 8, "database": "/s"}).encode()


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b'{"note":1}\n', b"\xff\n", b"[1]\n7\n\n{\n", b"[" * 100_000 + b"\n"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_other_lines_of_receipts_are_skipped(before, end, tmp_path):
    path = tmp_path / "receipts.jsonl"
    path.write_bytes(before + RECEIPT + end)
    assert confirms(str(path), SHOWN)
    assert not confirms(str(path), {**SHOWN, "receipt": 8})
    # The beginning of a line is no receipt.
    path.write_bytes(before + RECEIPT[:-1])
    assert not confirms(str(path), SHOWN)


@pytest.mark.parametrize("arguments, reason", [
    (["none.txt"], "none.txt"),
    (["proof.txt", "none.jsonl"], "none.jsonl"),
    (["proof.txt", "."], "directory"),
    ([], "usage"),
])
def test_a_file_that_cannot_be_read_is_no_invalid_proof(arguments, reason, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "proof.txt").write_bytes(b"proof")
    monkeypatch.setattr(verify_proof, "verify", lambda proof: SHOWN)
    monkeypatch.setattr(sys, "argv", ["verify_proof.py", *arguments])
    with pytest.raises(SystemExit) as stopped:
        verify_proof.main()
    assert stopped.value.code == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 and reason in lines[0]
