import { chmod, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { findProgram } from "../../src/process/program.ts";

/** What becomes of some calls of git, by their numbers. */
export type Strike =
  /** They say that they failed, and did nothing; or did all of it. */
  | { readonly at: readonly number[]; readonly how: "fails" | "fails-after" }
  /** They are killed before they did anything; or when they have done all of it. */
  | { readonly at: readonly number[]; readonly how: "killed" | "killed-after" }
  /** One that is talked to is killed when it has been told so many lines. */
  | { readonly at: readonly number[]; readonly how: "cut"; readonly line: number };

export interface Shim {
  /** To be first on the PATH. */
  readonly bin: string;
  readonly calls: string;
}

/** One call as it was seen: its arguments, and how many lines a git that is talked to was told. */
export interface Call {
  readonly at: number;
  readonly args: string;
  readonly lines: number;
}

/**
 * Puts a `git` before the real one that numbers the calls of the engine and strikes at one of them. Agents' own calls
 * are none of its business.
 */
export async function makeShim(folder: string, strike: Strike | null): Promise<Shim> {
  const bin = join(folder, "bin");
  const calls = join(folder, "calls");
  await mkdir(bin);
  await mkdir(calls);
  await writeFile(join(calls, "last"), "0\n");
  const real = findProgram("git", process.env["PATH"], folder);
  if (real.kind === "refused") throw new Error("there is no git on the PATH");
  const file = join(bin, "git");
  await writeFile(file, script({ real: real.file, calls, strike }));
  await chmod(file, 0o755);
  return { bin, calls };
}

export function pathWith({ bin }: Shim): string {
  return [bin, process.env["PATH"] ?? ""].join(delimiter);
}

/** Only builtins until the real git takes over: a call costs two milliseconds more. */
function script({
  real,
  calls,
  strike,
}: {
  readonly real: string;
  readonly calls: string;
  readonly strike: Strike | null;
}): string {
  return `#!/bin/sh
[ "$TUTTI_ROLE" = git ] || exec '${real}' "$@"
n=0
read -r n <'${calls}/last' 2>/dev/null
set -C
n=$((n + 1))
while ! { printf '%s ' "$@" >'${calls}/'$n; } 2>/dev/null; do n=$((n + 1)); done
set +C
echo $n >'${calls}/last'
talk() {
  mkfifo '${calls}/in.'$n
  '${real}' "$@" <'${calls}/in.'$n &
  pid=$!
  exec 3>'${calls}/in.'$n
  line=0
  while IFS= read -r text; do
    line=$((line + 1))
    printf '%s\\n' "$text" >&3
    echo $line >'${calls}/'$n.lines
    [ $line = "$cut" ] && kill -9 $pid && kill -9 $$
  done
  exec 3>&-
  wait $pid
  exit $?
}
cut=0
how=none
case $n in ${strike?.at.join(" | ") ?? "0"}) how=${strike?.how ?? "none"} ;; esac
case $how in
fails) echo 'fatal: a fault that was made on purpose' >&2; exit 128 ;;
fails-after) '${real}' "$@"; echo 'fatal: a fault that was made on purpose' >&2; exit 128 ;;
killed) kill -9 $$ ;;
killed-after) '${real}' "$@"; kill -9 $$ ;;
cut) cut=${strike?.how === "cut" ? strike.line : 0} ;;
esac
case "$*" in
*cat-file*--batch-command* | *update-ref*--stdin*-m*) talk "$@" ;;
esac
exec '${real}' "$@"
`;
}

export async function readCalls({ calls }: Shim): Promise<readonly Call[]> {
  const names = (await readdir(calls)).filter((name) => /^\d+$/.test(name));
  const read = names.map(async (name): Promise<Call> => {
    const lines = await readFile(join(calls, `${name}.lines`), "utf8").catch(() => "0");
    return { at: Number(name), args: argsOf(await readFile(join(calls, name), "utf8")), lines: Number(lines) };
  });
  return (await Promise.all(read)).sort((one, other) => one.at - other.at);
}

/** Without what every call has. */
function argsOf(said: string): string {
  return said
    .replaceAll(/--(?:git-dir|work-tree)=\S+ /g, "")
    .replaceAll(/-c \S+ /g, "")
    .trim();
}
