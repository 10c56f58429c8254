/** Something that is no ordinary file, or far from an ordinary one. */
export interface Thing {
  readonly name: string;
  /** Shell text that makes it at `$P`, whose folder is there. */
  readonly script: string;
  /** Whether a capture can hold it: else it has to be told, and to stay where it is. Root may read what is closed. */
  readonly canBeTaken: boolean;
}

const isRoot = process.getuid?.() === 0;

export const things: readonly Thing[] = [
  { name: "fifo", script: 'mkfifo "$P"', canBeTaken: false },
  {
    name: "socket",
    script: `(cd "$(dirname "$P")" && node -e 'require("net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))' "$(basename "$P")" || [ -S "$(basename "$P")" ])`,
    canBeTaken: false,
  },
  // Without the right to make one, a link to one has to do.
  { name: "device", script: 'mknod "$P" c 1 5 2>/dev/null || ln -s /dev/zero "$P"', canBeTaken: !isRoot },
  { name: "sparse", script: 'truncate -s 1T "$P"', canBeTaken: false },
  { name: "line", script: `head -c 67108864 /dev/zero | tr '\\0' a >"$P"`, canBeTaken: true },
  { name: "closed-file", script: 'echo closed >"$P"; chmod 0 "$P"', canBeTaken: isRoot },
  { name: "closed-folder", script: 'mkdir "$P"; echo inside >"$P/inside.txt"; chmod 0 "$P"', canBeTaken: isRoot },
  { name: "loop", script: 'ln -s "$(basename "$P")" "$P"', canBeTaken: true },
  {
    name: "deep",
    script: `mkdir "$P"; (cd "$P"; name=$(printf '%0200d' 0); i=0; while [ $i -lt 30 ]; do mkdir $name; cd $name; i=$((i + 1)); done; echo deep >deep.txt)`,
    canBeTaken: false,
  },
  { name: "bytes", script: `P="$P$(printf '\\377\\376')"; echo bytes >"$P"`, canBeTaken: true },
];
