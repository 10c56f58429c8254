import type { Chance } from "../seed.ts";

/**
 * What agents do to a context, in words of the shell: `$f` and `$g` are files of it, `$d` and `$e` folders, `$n` marks
 * whose doing it is, `$out` is a folder outside.
 */
const acts = {
  edit: 'echo "$n" >>"$f"',
  "edit, same size and times":
    'touch -r "$f" "$out/t-$n"; printf "%s" "$n" | dd of="$f" conv=notrunc bs=1 2>/dev/null; touch -r "$out/t-$n" "$f"',
  "write through a map":
    "python3 -c \"import mmap,sys; f=open(sys.argv[1],'r+b'); m=mmap.mmap(f.fileno(),0); m[0:1]=b'!'; m.flush()\" \"$f\"",
  replace: 'echo "$n" >"$f.tmp" && mv "$f.tmp" "$f"',
  "replace by a copy with its times": 'cp -a "$f" "$f.tmp" && mv "$f.tmp" "$f"',
  "replace a folder by a copy": 'cp -a "$d" "$d.tmp" && rm -rf "$d" && mv "$d.tmp" "$d"',
  "move a file away and back": 'mv "$f" "$f.tmp" && mv "$f.tmp" "$f"',
  "swap two files": 'mv "$f" "$f.tmp" && mv "$g" "$f" && mv "$f.tmp" "$g"',
  "swap two folders": 'mv "$d" tmp.d && mv "$e" "$d" && mv tmp.d "$e"',
  "a file of another folder": 'cp -a "$g" "$f"',
  remove: 'rm -f "$f"',
  "remove a folder": 'rm -rf "$d"',
  "remove all": "rm -rf ./* ./.[!.]*",
  "a new file": 'echo "$n" >"$d/new-$n"',
  "an ignored file": 'echo "$n" >"$d/ignored"; mkdir -p "cache-$n.ignored"; echo "$n" >"cache-$n.ignored/x"',
  "a hidden folder": 'mkdir -p "$d/.hidden-$n/deep" && echo "$n" >"$d/.hidden-$n/deep/x"',
  "an empty folder": 'mkdir "$d/empty-$n"',
  "a hard link outside": 'ln "$f" "$out/hard-$n"',
  "a hard link, written through": 'ln "$f" "$out/through-$n" && echo "$n" >>"$out/through-$n"',
  "a hard link that is gone again": 'ln "$f" "$out/gone-$n" && rm "$out/gone-$n"',
  "a link in place of a file": 'rm -f "$f"; ln -s "$out" "$f"',
  "a link in place of a folder": 'rm -rf "$d" && ln -s "$e" "$d"',
  "a link in place of its parent": 'mv "$d" "$out/moved-$n" && ln -s "$out/moved-$n" "$d"',
  "change the mode": 'chmod 700 "$f"',
  "close a folder": 'chmod 000 "$d"',
  "open a folder to all": 'chmod 1777 "$d"',
  "set times": 'touch -d 2001-01-01 "$f" "$d"',
  "an attribute of a file": "python3 -c \"import os,sys; os.setxattr(sys.argv[1], 'user.mark', b'1')\" \"$f\"",
  "an attribute of a folder": "python3 -c \"import os,sys; os.setxattr(sys.argv[1], 'user.mark', b'1')\" \"$d\"",
  "a pipe": 'mkfifo "$d/pipe-$n"',
  "a pipe in place of a file": 'rm -f "$f" && mkfifo "$f"',
  "a hook":
    'mkdir -p .git/hooks && printf "#!/bin/sh\\necho %s >>%s/hook\\n" "$n" "$out" >.git/hooks/post-checkout && chmod +x .git/hooks/post-checkout',
  "configuration of git": 'git config "mark.m$n" "$n"; git config core.fsmonitor "echo $n"',
  "a commit": 'echo "$n" >>"$f"; git add -A && git commit -q -m "$n"',
  "a branch, a tag, a note": 'git branch "b$n"; git tag "t$n"; git notes add -m "$n"',
  "a stash": 'echo "$n" >>"$f"; git stash -q',
  "its index marked": 'git update-index --assume-unchanged "$f"; echo "$n" >>"$f"',
  "another commit checked out": "git checkout -q --detach HEAD~1 2>/dev/null || rm -rf .git",
  "rules of its own": 'echo "*" >.git/info/exclude; echo "* -text" >.git/info/attributes; echo "$n" >"$d/untold"',
  "a repository in it": '(cd "$d" && git init -q && git add -A && git commit -q -m "$n")',
  "no repository any more": "rm -rf .git",
  "a process that goes on": '(while :; do echo "$n" >>"$f"; sleep 0.01; done) >/dev/null 2>&1 &',
  "a process elsewhere with a file open":
    '(exec 9>>"$f"; cd /; while :; do echo "$n" >&9; sleep 0.01; done) >/dev/null 2>&1 &',
  "a process in a session of its own":
    'setsid sh -c "while :; do touch $d/late-$n; sleep 0.01; done" >/dev/null 2>&1 &',
  nothing: ":",
} as const;

type Act = keyof typeof acts;

const allActs = Object.keys(acts) as [Act, ...Act[]];

/** Where acts of an agent happen. */
export interface Stage {
  readonly files: readonly [string, ...string[]];
  readonly folders: readonly [string, ...string[]];
  readonly outside: string;
}

/** One to four acts in one shell; what fails, fails. */
export function scriptFrom(
  chance: Chance,
  mark: string,
  stage: Stage,
): { readonly script: string; readonly what: string } {
  const chosen = Array.from({ length: 1 + chance.whole(4) }, () => chance.pick(allActs));
  const lines = chosen.map((act) => {
    const [f, g] = [chance.pick(stage.files), chance.pick(stage.files)];
    const [d, e] = [chance.pick(stage.folders), chance.pick(stage.folders)];
    return `f='${f}'; g='${g}'; d='${d}'; e='${e}'; ${acts[act]}`;
  });
  return { script: [`n=${mark}; out='${stage.outside}'`, ...lines, "true"].join("\n"), what: chosen.join(", ") };
}
