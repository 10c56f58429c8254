import type { EscapeAct } from "../acts.ts";

const python = (name: string, lines: string, more: Partial<EscapeAct> = {}): EscapeAct => ({
  name,
  needs: ["python3"],
  script: `timeout 20 python3 - <<'PY'\nimport os, socket, ctypes, struct\nE = os.environ\n${lines}\nPY`,
  ...more,
});

/** Sockets by their path: Landlock does not cover them, mounts hide them. */
const bySocket = { landlock: ["socket"], write: ["socket"] } as const;

function unix(name: string, variable: string, through: NonNullable<EscapeAct["through"]> = bySocket): EscapeAct {
  const lines = `s = socket.socket(socket.AF_UNIX); s.connect(E["${variable}"]); print(s.recv(99).decode())`;
  return python(name, lines, { through });
}

/** Programs of the person that do what they are asked. */
export const serviceActs: readonly EscapeAct[] = [
  unix("socket of the conductor", "CONDUCTOR"),
  unix("socket of the ssh agent", "SSH_SOCKET"),
  unix("socket of a container engine", "ENGINE"),
  unix("bus of the session", "BUS"),
  // A layer lies over the folder: its sockets are those of other files.
  unix("socket in the temporary folder", "TEMP_SOCKET", { landlock: ["socket"] }),
  python(
    "socket file through a link",
    's = socket.socket(socket.AF_UNIX); os.symlink(E["SOCKET"], "l"); s.connect("l"); print(s.recv(99).decode())',
    { through: bySocket },
  ),
  python(
    "socket file by /proc/self/root",
    's = socket.socket(socket.AF_UNIX); s.connect("/proc/self/root" + E["SOCKET"]); print(s.recv(99).decode())',
    { through: bySocket },
  ),
  python(
    "socket file by a hard link",
    'os.link(E["SOCKET"], "l"); s = socket.socket(socket.AF_UNIX); s.connect("l"); print(s.recv(99).decode())',
  ),
  python(
    "socket file from its folder",
    'os.chdir(os.path.dirname(E["SOCKET"])); s = socket.socket(socket.AF_UNIX); s.connect("service"); print(s.recv(99).decode())',
    { through: bySocket },
  ),
  python(
    "variable of the ssh agent",
    'p = E.get("SSH_AUTH_SOCK", "/none"); s = socket.socket(socket.AF_UNIX); s.connect(p); print(s.recv(99).decode())',
    { through: bySocket },
  ),
  {
    name: "the bus by dbus-send",
    needs: ["dbus-send"],
    script:
      "timeout 5 dbus-send --system --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames && echo service-answered",
  },
  {
    name: "systemd by busctl",
    needs: ["busctl"],
    script: "timeout 5 busctl --no-pager list && echo service-answered",
  },
  {
    name: "a terminal server of the person",
    needs: ["tmux"],
    script: `timeout 5 tmux -S "$PERSON/tmux" new-session -d "echo x >'$VICTIM/new'"`,
  },
  {
    name: "a service that starts programs",
    needs: ["systemd-run"],
    script: `timeout 5 systemd-run --user sh -c 'echo x >"$VICTIM/new"'`,
  },
  { name: "work for later", needs: ["at"], script: `echo 'echo x >"$VICTIM/new"' | at now` },
];
