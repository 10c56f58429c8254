import type { EscapeAct } from "../acts.ts";

/** At level `write` a program reads as the person does: these count only for `strict`. */
const open = { landlock: ["read"], write: ["read"] } as const;

function reading(name: string, script: string, needs: readonly string[] = []): EscapeAct {
  return { name, script, needs, through: open };
}

/** Tries to print the secret, which stands in a file that was not granted. */
export const readActs: readonly EscapeAct[] = [
  reading("read", 'cat "$VICTIM/secret"'),
  reading("read by a redirection", 'read -r line <"$VICTIM/secret"; echo "$line"'),
  reading("read through a link", 'ln -s "$VICTIM/secret" l; cat l'),
  reading("read through a folder link", 'ln -s "$VICTIM" l; cat l/secret'),
  reading("read by /proc/self/root", 'cat "/proc/self/root$VICTIM/secret"'),
  reading("read from inside", 'cd "$VICTIM" && cat secret'),
  reading("read by dots", 'cat "../$(basename "$VICTIM")/secret"'),
  reading("search", 'grep -r . "$VICTIM"'),
  reading("find and print", 'find "$VICTIM" -name secret -exec cat {} +'),
  reading("copy, then read", 'cp "$VICTIM/secret" c; cat c'),
  reading("pack, then read", 'tar -cf - "$VICTIM/secret" 2>/dev/null | tar -xOf -'),
  { name: "hard link, then read", script: 'ln "$VICTIM/secret" h && cat h' },
  reading("a key of the person", 'cat "$PERSON/.ssh/id_ed25519"'),
  reading("a token of the person", 'cat "$PERSON/.npmrc"'),
  reading("a script that prints it", 'sh "$VICTIM/print.sh"'),
  reading("a program there", '"$VICTIM/print.sh"'),
  reading("sourced", '. "$VICTIM/print.sh"'),
  reading("the token of the conductor", 'cat "$TUTTI/token"'),
  reading("the work of another context", 'cat "$OTHER/work"'),
  reading("names of files", 'ls "$VICTIM/named" | sed s/^name-//'),
  reading("names by a pattern", 'echo "$VICTIM"/named/*'),
  reading(
    "objects of another repository",
    'git init -q r; cd r; GIT_ALTERNATE_OBJECT_DIRECTORIES="$VICTIM/git/objects" git show "$BLOB"',
    ["git"],
  ),
  reading("clone of another repository", 'git clone -q "$VICTIM/git" r && git -C r show HEAD:secret', ["git"]),
  reading("read by python", `python3 -c 'import os; print(open(os.environ["VICTIM"] + "/secret").read())'`, [
    "python3",
  ]),
  reading(
    "opened by path only, then read",
    `python3 -c 'import os; p = os.open(os.environ["VICTIM"] + "/secret", os.O_PATH); print(open("/proc/self/fd/%d" % p).read())'`,
    ["python3"],
  ),
  reading(
    "memory of a file, read",
    `python3 -c 'import os, mmap; print(mmap.mmap(os.open(os.environ["VICTIM"] + "/secret", os.O_RDONLY), 0, prot=mmap.PROT_READ)[:])'`,
    ["python3"],
  ),
  reading("read by node", `node -e 'console.log(require("fs").readFileSync(process.env.VICTIM + "/secret", "utf8"))'`, [
    "node",
  ]),
  {
    name: "descriptors that were left open",
    script: 'for f in /proc/self/fd/*; do case $f in */0 | */1 | */2) ;; *) timeout 2 cat "$f" 2>/dev/null; esac; done',
  },
];
