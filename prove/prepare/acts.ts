import type { Chance } from "../seed.ts";

/** Acts of agents on installed packages: `$f` is a file of one, `$d` its folder, `$n` a number. */
const acts = {
  "edit in place": 'printf x >"$f"',
  append: 'echo more >>"$f"',
  truncate: ': >"$f"',
  "overwrite the middle": 'printf x | dd of="$f" conv=notrunc bs=1 seek=1 2>/dev/null',
  "write through a map":
    "python3 -c \"import mmap,sys; f=open(sys.argv[1],'r+b'); m=mmap.mmap(f.fileno(),0); m[0:1]=b'!'; m.flush()\" \"$f\"",
  replace: 'echo new >"$f.tmp" && mv "$f.tmp" "$f"',
  "change the mode": 'chmod 777 "$f"',
  "close a package": 'chmod -R a-rwx "$d"',
  "remove a file": 'rm -f "$f"',
  "remove a package": 'rm -rf "$d"',
  "remove all": "rm -rf node_modules .venv",
  "install a package": 'mkdir -p "node_modules/new-$n" && echo 1 >"node_modules/new-$n/index.js"',
  "install again": 'rm -rf "$d" && mkdir -p "$d" && echo 2 >"$d/index.js"',
  "rename a package": 'mv "$d" "$d-$n"',
  "rename all": 'mv node_modules "modules-$n" && mkdir node_modules',
  "link out of a package": 'ln -sfn /tmp "$d/out"',
  "a link in place of a file": 'ln -sf ../../a.txt "$f"',
  "a link in place of a package": 'rm -rf "$d" && ln -s "$PWD" "$d"',
  "write through a link": "echo x >>node_modules/.bin/tool; echo x >>node_modules/own/index.js",
  "a hard link, written through": 'ln "$f" "hard-$n" && echo x >>"hard-$n"',
  "a farm of hard links":
    'cp -al node_modules "farm-$n" 2>/dev/null; for g in "farm-$n"/*/index.js; do echo x >>"$g"; done',
  "change the lock file": 'echo "$n" >>package-lock.json',
  "set an attribute": "python3 -c \"import os,sys; os.setxattr(sys.argv[1], 'user.tutti', b'1')\" \"$f\"",
  "set times": 'touch -d 2001-01-01 "$f"',
  "a pipe in a package": 'mkfifo "$d/pipe-$n"',
  "edit by sed": 'sed -i s/1/2/ "$f"',
  "run an installed tool": "node_modules/.bin/tool; .venv/bin/python -c pass",
} as const;

export type Act = keyof typeof acts;

export const allActs = Object.keys(acts) as [Act, ...Act[]];

/** One act after the other in one shell; what fails, fails. */
export function scriptOf(chosen: readonly Act[], chance: Chance): string {
  return chosen
    .map((act) => {
      const number = String(chance.whole(1_000_000));
      const pick = `find node_modules .venv -type f 2>/dev/null | awk 'NR % ${String(1 + chance.whole(9))} == 0' | head -n ${String(1 + chance.whole(40))} | tail -n 1`;
      return `n=${number}; f=$(${pick}); d=$(dirname "$f"); { ${acts[act]}\n} 2>/dev/null </dev/null; true`;
    })
    .join("\n");
}
