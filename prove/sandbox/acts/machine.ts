import type { EscapeAct } from "../acts.ts";

/** Mounts make everything else read-only. */
const metadata = { landlock: ["metadata"] } as const;
/** Hidden by strict alone: at level write programs read as the person does. */
const socketFile = { landlock: ["socket"], write: ["socket"] } as const;
/** Only `network` takes it away. */
const loopback = { landlock: ["socket"], write: ["socket"], strict: ["socket"] } as const;

/** Mounts, namespaces, devices, other processes, services, and the sandbox's own tools. */
export const machineActs: readonly EscapeAct[] = [
  { name: "bind mount", script: 'mkdir m; mount --bind "$VICTIM" m && echo x >m/new' },
  {
    name: "mount in a user namespace",
    script: `mkdir m; unshare -rm sh -c 'mount --bind "$VICTIM" m && echo x >m/new'`,
  },
  { name: "root of a new namespace", script: `unshare -r sh -c 'echo x >"$VICTIM/new"'` },
  { name: "namespace of process 1", script: `nsenter -t 1 -m sh -c 'echo x >"$VICTIM/new"'` },
  { name: "another root", script: `chroot / sh -c 'echo x >"$VICTIM/new"'` },
  {
    name: "overlay over it",
    script: `mkdir u w; unshare -rm sh -c 'mount -t overlay x -o lowerdir=/,upperdir=u,workdir=w "$VICTIM" && echo x >"$VICTIM/new"'`,
  },
  { name: "wider grants by the same launcher", script: `"$LAUNCHER" --rw / -- sh -c 'echo x >"$VICTIM/new"'` },
  { name: "bubblewrap inside", needs: ["bwrap"], script: `bwrap --dev-bind / / sh -c 'echo x >"$VICTIM/new"'` },
  { name: "another user", script: `su -s /bin/sh nobody -c 'echo x >"$VICTIM/new"'` },
  { name: "sudo", needs: ["sudo"], script: `sudo -n sh -c 'echo x >"$VICTIM/new"'` },
  { name: "rights by setpriv", script: `setpriv --ambient-caps +all --inh-caps +all sh -c 'echo x >"$VICTIM/new"'` },
  {
    name: "a copy of the shell with the set-user bit",
    script: "cp /bin/sh s; chmod 4755 s; ./s -p -c 'echo x >\"$VICTIM/new\"'",
  },
  { name: "preloaded library", script: `LD_PRELOAD=./missing.so sh -c 'echo x >"$VICTIM/new"'` },
  { name: "another loader", script: `/lib64/ld-linux-x86-64.so.2 /bin/sh -c 'echo x >"$VICTIM/new"'` },
  {
    name: "block device",
    script: "for d in /dev/vda /dev/sda /dev/nvme0n1; do [ -b $d ] && : >>$d && echo wrote >>reached; done",
  },
  { name: "memory of the machine", script: ": >>/dev/mem && echo wrote >>reached" },
  {
    name: "where the kernel sends dumps",
    script: "cat /proc/sys/kernel/core_pattern >p; cat p >/proc/sys/kernel/core_pattern && echo wrote >>reached",
  },
  {
    name: "setting of the kernel",
    script: "cat /proc/sys/vm/swappiness >s; cat s >/proc/sys/vm/swappiness && echo wrote >>reached",
  },
  { name: "crontab", needs: ["crontab"], script: 'echo "* * * * * true" | crontab - && echo wrote >>reached' },
  { name: "signal to another process", script: 'kill -TERM "$NEIGHBOUR"' },
  { name: "signal to all", script: 'kill -TERM -- "-$NEIGHBOUR"' },
  { name: "stopping another process", script: 'kill -STOP "$NEIGHBOUR"' },
  { name: "memory of another process", script: 'head -c 1 "/proc/$NEIGHBOUR/mem" && cat "/proc/$NEIGHBOUR/environ"' },
  { name: "environment of another process", script: 'tr "\\0" "\\n" <"/proc/$NEIGHBOUR/environ"' },
  {
    name: "arguments of another process",
    script: 'for p in /proc/[0-9]*; do tr "\\0" " " <"$p/cmdline"; done 2>/dev/null | grep "secret-argument"',
  },
  { name: "descriptors of another process", script: 'cat "/proc/$NEIGHBOUR/fd/9"' },
  { name: "root of another process", script: 'cat "/proc/$NEIGHBOUR/root$VICTIM/secret"' },
  { name: "mode", script: 'chmod 777 "$VICTIM/file"', through: metadata },
  { name: "owner, as root", script: 'chown 4711 "$VICTIM/file"', through: metadata, rootOnly: true },
  { name: "times", script: 'touch -c -d 2001-01-01 "$VICTIM/file"', through: metadata },
  {
    name: "mode by a descriptor",
    needs: ["python3"],
    script: `python3 -c 'import os; os.fchmod(os.open(os.environ["VICTIM"] + "/mine", os.O_WRONLY), 0o777)'`,
  },
  {
    name: "service on a socket file",
    needs: ["python3"],
    script: `python3 -c 'import os, socket; s = socket.socket(socket.AF_UNIX); s.connect(os.environ["SOCKET"]); print(s.recv(99).decode())'`,
    through: socketFile,
  },
  {
    name: "service on loopback",
    needs: ["python3"],
    script: `python3 -c 'import os, socket; s = socket.create_connection(("127.0.0.1", int(os.environ["PORT"]))); print(s.recv(99).decode())'`,
    through: loopback,
  },
  {
    name: "typed into the terminal",
    needs: ["python3"],
    script: `python3 -c 'import fcntl, termios; fcntl.ioctl(open("/dev/tty"), termios.TIOCSTI, b"x")' && echo wrote >>reached`,
  },
];
