"""A network of its own for a scenario, and certificates for its hosts."""

import ctypes
import fcntl
import os
import socket
import struct
import subprocess
from pathlib import Path

from .scenario import Skipped

HOSTS = ("forms.example.com", "example.org", "example.com")
# An address that is not private, which webhooks may have; it leads to this machine too.
PUBLIC = "93.184.215.14"
CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWNET = 0x20000, 0x10000000, 0x40000000
MS_BIND, MS_PRIVATE, MS_REC = 0x1000, 0x40000, 0x4000
SIOCGIFFLAGS, SIOCSIFFLAGS, SIOCSIFADDR, IFF_UP = 0x8913, 0x8914, 0x8916, 1


def isolate(folder: Path) -> None:
    """Gives this process a network with only a loopback interface, to which the names of the pages lead."""
    user, group = os.geteuid(), os.getegid()
    _call("unshare", CLONE_NEWNET | CLONE_NEWNS | (CLONE_NEWUSER if user else 0))
    if user:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        request = struct.pack("16sh22x", b"lo", 0)
        flags = struct.unpack_from("h", fcntl.ioctl(link, SIOCGIFFLAGS, request), 16)[0]
        fcntl.ioctl(link, SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", flags | IFF_UP))
        fcntl.ioctl(link, SIOCSIFADDR, struct.pack(
            "16sHH4s16x", b"lo:1", socket.AF_INET, 0, socket.inet_aton(PUBLIC)))
    hosts = folder / "hosts"
    hosts.write_text(f"127.0.0.1 localhost {' '.join(HOSTS[:-1])}\n{PUBLIC} {HOSTS[-1]}\n")
    _call("mount", b"none", b"/", None, MS_REC | MS_PRIVATE, None)
    replace(Path("/etc/hosts"), hosts)


def replace(path: Path, other: Path) -> None:
    """Shows another file at a path, to this process and its children only."""
    _call("mount", bytes(other), bytes(path), None, MS_BIND, None)


def _call(function: str, *arguments) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    if library[function](*arguments):
        raise Skipped(f"needs namespaces: {function}: {os.strerror(ctypes.get_errno())}")


def certificates(folder: Path) -> tuple[Path, Path, Path]:
    """A new authority, and a certificate of it for the hosts, with its key."""
    def openssl(*arguments):
        subprocess.run(["openssl", *map(str, arguments)], cwd=folder, check=True, capture_output=True)

    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Test authority",
            "-keyout", "authority.key", "-out", "authority.pem", "-days", 2)
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=server",
            "-keyout", "server.key", "-out", "server.csr")
    (folder / "names").write_text("subjectAltName=" + ",".join(f"DNS:{host}" for host in HOSTS))
    openssl("x509", "-req", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key",
            "-CAcreateserial", "-extfile", "names", "-out", "server.pem", "-days", 2)
    return folder / "authority.pem", folder / "server.pem", folder / "server.key"
