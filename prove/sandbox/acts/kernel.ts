import type { EscapeAct } from "../acts.ts";

const python = (name: string, lines: string, more: Partial<EscapeAct> = {}): EscapeAct => ({
  name,
  needs: ["python3"],
  script: `timeout 20 python3 - <<'PY'\nimport os, ctypes, socket, signal, struct\nE = os.environ\nV = E["VICTIM"]\nC = ctypes.CDLL(None, use_errno=True)\ndef reached():\n    open("reached", "a").write("wrote")\n${lines}\nPY`,
  ...more,
});

/** What Landlock alone does not stop; mounts and namespaces do. */
const metadata = { landlock: ["metadata"] } as const;

/** System calls and devices. */
export const kernelActs: readonly EscapeAct[] = [
  python("ptrace of a neighbour", 'n = int(E["NEIGHBOUR"])\nif C.ptrace(16, n, 0, 0) == 0: reached()'),
  python(
    "memory of a neighbour by a call",
    'n = int(E["NEIGHBOUR"])\nb = ctypes.create_string_buffer(64)\nclass V2(ctypes.Structure): _fields_ = [("p", ctypes.c_void_p), ("n", ctypes.c_size_t)]\nl = V2(ctypes.cast(b, ctypes.c_void_p), 8); r = V2(0x400000, 8)\nif C.process_vm_readv(n, ctypes.byref(l), 1, ctypes.byref(r), 1, 0) > 0: reached()',
  ),
  python(
    "descriptor of a neighbour by pidfd",
    'n = int(E["NEIGHBOUR"])\np = C.syscall(434, n, 0)\nif p >= 0 and C.syscall(438, p, 0, 0) >= 0: reached()',
  ),
  python("signal by pidfd", 'p = C.syscall(434, int(E["NEIGHBOUR"]), 0)\nif p >= 0: C.syscall(424, p, 9, 0, 0)'),
  python("signal to all processes", 'C.kill(-1, 0)\nos.kill(int(E["NEIGHBOUR"]), signal.SIGKILL)'),
  python("priority of a neighbour", 'if C.setpriority(0, int(E["NEIGHBOUR"]), 19) == 0: reached()'),
  python(
    "limits of a neighbour",
    'b = (ctypes.c_ulong * 2)(1, 1)\nif C.prlimit(int(E["NEIGHBOUR"]), 7, b, None) == 0: reached()',
  ),
  python("processors of a neighbour", 'os.sched_setaffinity(int(E["NEIGHBOUR"]), {0}); reached()'),
  python(
    "file by its handle",
    'h = ctypes.create_string_buffer(256); struct.pack_into("I", h, 0, 128); m = ctypes.c_int()\nif C.name_to_handle_at(-100, (V + "/secret").encode(), h, ctypes.byref(m), 0) == 0:\n    f = C.open_by_handle_at(os.open("/", os.O_RDONLY), h, 0)\n    if f >= 0: print(os.read(f, 99))',
  ),
  python(
    "device made in its own folder",
    'os.mknod("d", 0o60666, os.stat(V).st_dev); f = os.open("d", os.O_RDWR); reached()',
  ),
  python(
    "memory device made in its own folder",
    'os.mknod("m", 0o20666, os.makedev(1, 1)); os.open("m", os.O_RDONLY); reached()',
  ),
  python(
    "kernel messages made in its own folder",
    'os.mknod("k", 0o20666, os.makedev(1, 11)); os.open("k", os.O_WRONLY); reached()',
  ),
  python("module of the kernel", 'if C.syscall(313, os.open("/dev/null", os.O_RDONLY), b"", 0) == 0: reached()'),
  python("another kernel", "if C.syscall(246, 0, 0, 0, 0) == 0: reached()"),
  python("restart of the machine", "if C.reboot(0x00000000) == 0: reached()"),
  python("name of the machine", "b = socket.gethostname().encode()\nif C.sethostname(b, len(b)) == 0: reached()"),
  python(
    "clock of the machine",
    'import time\nclass T(ctypes.Structure): _fields_ = [("s", ctypes.c_long), ("n", ctypes.c_long)]\nt = T(int(time.time()), 0)\nif C.clock_settime(0, ctypes.byref(t)) == 0: reached()',
  ),
  python(
    "program in the kernel",
    'a = ctypes.create_string_buffer(128); struct.pack_into("IIII", a, 0, 2, 4, 4, 1)\nif C.syscall(321, 0, a, 72) >= 0: reached()',
  ),
  python(
    "counters of the machine",
    'a = ctypes.create_string_buffer(128); struct.pack_into("II", a, 0, 0, 128)\nif C.syscall(298, a, -1, 0, -1, 0) >= 0: reached()',
  ),
  python("messages of the kernel", "b = ctypes.create_string_buffer(99)\nif C.klogctl(5, b, 0) == 0: reached()"),
  python("swap", 'if C.swapon(V.encode() + b"/file", 0) == 0: reached()'),
  python("quota and accounting", 'if C.acct((V + "/file").encode()) == 0: reached()'),
  python("root of the namespace", 'if C.pivot_root(b".", b".") == 0: reached()'),
  python(
    "mount by the new calls",
    'f = C.syscall(428, -100, V.encode(), 1)\nif f >= 0:\n    os.mkdir("m")\n    if C.syscall(429, f, b"", -100, b"m", 4) == 0: open("m/new", "w").write("x")',
  ),
  python("read-write again", 'C.mount(None, V.encode(), None, 32 | 4096, None); open(V + "/new", "w").write("x")'),
  python(
    "unmounting what covers it",
    'C.umount2(b"/var", 2); C.umount2(V.encode(), 2); open(V + "/new", "w").write("x")',
  ),
  python(
    "hidden files after unmounting",
    'C.umount2(b"/var", 2); C.umount2(b"/tmp", 2); print(open(V + "/secret").read())',
    { through: { landlock: ["read"], write: ["read"] } },
  ),
  python(
    "namespace of mounts of process 1",
    'f = os.open("/proc/1/ns/mnt", os.O_RDONLY)\nif C.setns(f, 0) == 0: open(V + "/new", "w").write("x")',
  ),
  python(
    "namespace of users of process 1",
    'f = os.open("/proc/1/ns/user", os.O_RDONLY)\nif C.setns(f, 0) == 0: reached()',
  ),
  python(
    "rights by a call",
    'h = struct.pack("II", 0x20080522, 0); d = struct.pack("IIIIII", *[0xffffffff] * 6)\nif C.capset(h, d) == 0: reached()',
  ),
  python("more rights after a user namespace", 'if C.unshare(0x10000000) == 0:\n    os.chmod(V + "/file", 0o777)', {
    through: metadata,
  }),
  python(
    "set-user program",
    'import subprocess\nsubprocess.run(["su", "-c", "echo x >" + V + "/new"], stdin=subprocess.DEVNULL, timeout=5)',
  ),
  python(
    "queue of the kernel for files",
    'p = C.syscall(425, 4, ctypes.create_string_buffer(256))\nimport mmap\nopen(V + "/new", "w").write("x")',
  ),
  python(
    "descriptor sent by a child",
    'a, b = socket.socketpair()\nif os.fork() == 0:\n    socket.send_fds(b, [b"x"], [os.open(V + "/file", os.O_WRONLY)]); os._exit(0)\n_, f, _, _ = socket.recv_fds(a, 1, 1); os.write(f[0], b"x")',
  ),
  python(
    "kept descriptor of the launcher",
    'for f in range(3, 64):\n    try: os.write(f, b"x"); reached()\n    except OSError: pass',
  ),
  python(
    "folder of a kept descriptor",
    'for f in range(3, 64):\n    try: open(os.open("new", os.O_CREAT | os.O_WRONLY, dir_fd=f), "w").write("x"); reached()\n    except OSError: pass',
  ),
  python("truncate by path", "os.truncate(V + '/file', 0)"),
  python("rename by exchange", 'open("a", "w").write("x"); C.renameat2(-100, b"a", -100, (V + "/file").encode(), 2)'),
  python(
    "link by descriptor",
    'f = os.open(V + "/file", os.O_PATH); C.linkat(f, b"", -100, b"h", 0x1000); open("h", "a").write("x")',
  ),
  python("mode by a relative folder", 'os.chmod("file", 0o777, dir_fd=os.open(V, os.O_PATH))', { through: metadata }),
  python("times by a call", "os.utime(V + '/file', (1, 1))", { through: metadata }),
  python("mode through a link", 'os.symlink(V + "/file", "l"); os.chmod("l", 0o777)', { through: metadata }),
  python("mode of a key of the person", 'os.chmod(E["PERSON"] + "/.ssh/id_ed25519", 0o777)', { through: metadata }),
  python("mode of the token of the conductor", 'os.chmod(E["TUTTI"] + "/token", 0o777)', { through: metadata }),
  python("attribute of a file", 'os.setxattr(V + "/file", "user.x", b"1"); reached()', {
    through: { landlock: ["wrote"] },
  }),
  python("key of the kernel", "if C.syscall(250, 0, -3, 0) >= 0: reached()"),
  python("key made for the person", 'if C.syscall(248, b"user", b"tutti-act", b"x", 1, -4) >= 0: reached()'),
  python("key asked for by name", 'if C.syscall(249, b"user", b"tutti-scene", None, 0) >= 0: reached()'),
  python("socket to the host of a virtual machine", "socket.socket(40, socket.SOCK_STREAM); reached()"),
  python("socket of ciphers in the kernel", "socket.socket(38, 5); reached()"),
  python("calls that no filter sees", "if C.syscall(425, 4, ctypes.create_string_buffer(256)) >= 0: reached()"),
  python("faults of memory served by itself", "if C.syscall(323, 0) >= 0: reached()"),
  python("news of files of all mounts", "if C.syscall(300, 0, 0) >= 0: reached()"),
  python("a tree of mounts by the new calls", 'if C.syscall(428, -100, b"/", 0x8001) >= 0: reached()'),
  python("a file system by the new calls", 'if C.syscall(430, b"tmpfs", 0) >= 0: reached()'),
  python(
    "typed into its own terminal by a control call",
    'import pty, fcntl\na, b = pty.openpty()\nos.setsid(); fcntl.ioctl(b, 0x540E, 0)\nfcntl.ioctl(b, 0x5412, b"x"); reached()',
  ),
  python("calls of another table of numbers", "if C.syscall(0x40000000 + 39) > 0: reached()"),
  python("lock of a file", 'import fcntl\nfcntl.flock(os.open(V + "/file", os.O_WRONLY), 2); reached()'),
  python("terminal of the person", 'f = os.open("/dev/tty", os.O_RDWR); reached()'),
  python("console", 'f = os.open("/dev/console", os.O_WRONLY); reached()'),
  python(
    "shared memory of others",
    'print([f for f in os.listdir("/dev/shm") if f.startswith("tutti-scene")] and "s3cret-of-the-person")',
    { through: { landlock: ["read"] } },
  ),
  python(
    "hidden by an anonymous file",
    'f = C.memfd_create(b"x", 0); os.write(f, b"#!/bin/sh\\necho x >$VICTIM/new\\n"); import subprocess; subprocess.run(["/proc/self/fd/%d" % f], pass_fds=[f])',
  ),
];
