"""Changes valid proofs at random, and fails if a changed one is accepted: mutate.py VERIFIER FOLDER COUNT [SEED]."""

import importlib.util
import multiprocessing
import pathlib
import random
import sys


def verifier(path):
    spec = importlib.util.spec_from_file_location("verify_proof", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def changed(proof, others, choose):
    """A bit, a byte, a length, a digit, a line or a word of the proof changed; or a line of another proof in it."""
    kind, place = choose.randrange(11), choose.randrange(len(proof))
    if kind == 0:
        return proof[:place] + bytes([proof[place] ^ 1 << choose.randrange(8)]) + proof[place + 1:]
    if kind == 1:
        return proof[:place] + proof[place + 1:]
    if kind == 2:
        return proof[:place] + bytes([choose.randrange(9, 127)]) + proof[place:]
    if kind == 3:
        return proof[:place]
    if kind == 4:
        place = choose.choice([index for index, byte in enumerate(proof) if 48 <= byte < 58])
        return proof[:place] + bytes([choose.randrange(48, 58)]) + proof[place + 1:]
    lines, other = proof.split(b"\n"), choose.choice(others).split(b"\n")
    line = choose.randrange(len(lines))
    if kind == 5:
        second = choose.randrange(len(lines))
        lines[line], lines[second] = lines[second], lines[line]
    elif kind == 6:
        lines.insert(line, lines[line])
    elif kind == 7:
        del lines[line]
    elif kind == 8:
        same = [text for text in other if text.split(b" ")[0] == lines[line].split(b" ")[0]]
        lines[line] = choose.choice(same) if same else lines[line]
    elif kind == 9:
        lines[line] += choose.choice([b" ", b" x", b"\r", b"\t"])
    else:
        words = lines[line].split(b" ")
        first, second = choose.randrange(len(words)), choose.randrange(len(words))
        words[first], words[second] = words[second], words[first]
        lines[line] = b" ".join(words)
    return b"\n".join(lines)


def attempt(path, proofs, count, seed):
    """The number of refused proofs, and the first accepted one."""
    module, choose, known, refused = verifier(path), random.Random(seed), set(proofs), 0
    for _ in range(count):
        proof = changed(choose.choice(proofs), proofs, choose)
        if proof in known:
            continue
        try:
            module.verify(proof)
            return refused, proof
        except (module.NotValid, ValueError, KeyError, TypeError, IndexError):
            refused += 1
    return refused, None


def main():
    path, folder, count = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    proofs = [file.read_bytes() for file in sorted(folder.iterdir())]
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(1 << 32)
    print(f"SEED={seed}")
    workers = multiprocessing.cpu_count()
    with multiprocessing.Pool(workers) as pool:
        results = pool.starmap(attempt, [(path, proofs, count // workers, seed + n) for n in range(workers)])
    for _, accepted in results:
        if accepted:
            sys.exit("a changed proof is accepted:\n" + accepted.decode("utf-8", "replace"))
    print(f"{sum(refused for refused, _ in results)} changed proofs were refused")


if __name__ == "__main__":
    main()
