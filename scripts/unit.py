"""Starts what a systemd unit starts, as its user and with its filter of system calls, where systemd itself cannot run.
"""
import configparser
import ctypes
import os
import pwd
import re
import shlex
import subprocess

PROTECTED_MEMORY = ("mmap", "mprotect", "pkey_mprotect")
PROT_WRITE, PROT_EXEC = 2, 4
MASKED_EQUAL, ALLOW, REFUSE = 7, 0x7FFF0000, 0x00050001


class Comparison(ctypes.Structure):
    _fields_ = [("argument", ctypes.c_uint), ("operator", ctypes.c_int), ("mask", ctypes.c_uint64),
                ("value", ctypes.c_uint64)]


class Unit:
    """The service of a unit file."""

    def __init__(self, path):
        parser = configparser.RawConfigParser(strict=False, interpolation=None)
        parser.optionxform = str
        text = path.read_text()
        parser.read_string(text)
        self.service = parser["Service"]
        self.filters = [line.split("=", 1)[1] for line in text.splitlines() if line.startswith("SystemCallFilter=")]

    def calls(self):
        """The names of the system calls that the service may make."""
        allowed = set()
        for words in self.filters:
            names = expand(words.lstrip("~").split())
            allowed = allowed - names if words.startswith("~") else allowed | names
        return allowed

    def has_condition(self, root):
        """Whether systemd would start the service: it leaves the start out when the condition's status is 1 to 254
        (systemd.service(5)).
        """
        process = self.start(root, "ExecCondition", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        said = process.communicate(timeout=60)[1]
        assert 0 <= process.returncode < 255, f"the condition ended with status {process.returncode}: {said}"
        return process.returncode == 0

    def start(self, root, command="ExecStart", **pipes):
        """Starts a command of the service in the root folder of a system; the caller ends it."""
        service, library, calls = self.service, ctypes.CDLL("libseccomp.so.2"), sorted(self.calls())
        user = next(pwd.struct_passwd(line.split(":")) for line in (root / "etc/passwd").read_text().splitlines()
                    if line.startswith(service["User"] + ":"))
        environment = {"PATH": "/usr/bin:/bin"} | dict(item.split("=", 1)
                                                       for item in shlex.split(service.get("Environment", "")))

        def become():
            os.chroot(root)
            os.chdir(service["WorkingDirectory"])
            os.umask(int(service["UMask"], 8))
            os.setgroups([])
            os.setgid(int(user.pw_gid))
            os.setuid(int(user.pw_uid))
            confine(library, calls, service["MemoryDenyWriteExecute"] == "yes")

        return subprocess.Popen(shlex.split(service[command].replace("$$", "$")), preexec_fn=become, env=environment,
                                **pipes)


def expand(names):
    """The system calls of names, of which those with an @ are systemd's sets."""
    calls = set()
    for name in names:
        if name.startswith("@"):
            listing = subprocess.run(["systemd-analyze", "syscall-filter", name], check=True, capture_output=True,
                                     text=True).stdout
            lines = [re.sub(r"\x1b\[[\d;]*m", "", line).strip() for line in listing.splitlines()[1:]]
            calls |= expand([line for line in lines if line and not line.startswith("#")])
        else:
            calls.add(name)
    return calls


def confine(library, calls, protects_memory):
    """Allows this process these calls alone, and none that makes memory both writable and executable if
    `protects_memory`.
    """
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_syscall_resolve_name.argtypes = [ctypes.c_char_p]
    context = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(REFUSE)))

    def allow(call, *comparisons):
        rules = (Comparison * max(1, len(comparisons)))(*comparisons)
        if library.seccomp_rule_add_array(context, ctypes.c_uint32(ALLOW), call, len(comparisons), rules) != 0:
            raise OSError(f"no rule for call {call}")

    for name in calls:
        call = library.seccomp_syscall_resolve_name(name.encode())
        # Calls of other architectures have no number here, or a negative one.
        if call < 0:
            continue
        if not protects_memory or name not in PROTECTED_MEMORY:
            allow(call)
        else:
            allow(call, Comparison(2, MASKED_EQUAL, PROT_EXEC, 0))
            if name == "mmap":
                allow(call, Comparison(2, MASKED_EQUAL, PROT_WRITE, 0))
    if library.seccomp_load(context) != 0:
        raise OSError("the filter cannot be loaded")
    library.seccomp_release(context)
