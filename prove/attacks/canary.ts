import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plainEnv } from "../contexts/raw-git.ts";
import type { Plant } from "./plants.ts";

/**
 * A program that tells when it was run, by which plant, and whose git it was: the task's, a careless user's, or else
 * Tutti's.
 */
export interface Canary {
  readonly program: string;
  /** Who sang when neither the task nor the careless user was at work. */
  songs(): readonly string[];
  /** Who sang for the careless user. */
  carelessSongs(): readonly string[];
  /** Runs a script as the task, in its context, as a plain process. Gives what it said, on both channels. */
  asTask(folder: string, script: string, more?: Readonly<Record<string, string>>): string;
  /** Runs git as people do, in a context that they trust. */
  asCarelessUser(folder: string): void;
  /** The whole text of a script that plants, for an agent that runs it by itself. */
  scriptOf(plant: Plant): string;
}

export function makeCanary(folder: string): Canary {
  mkdirSync(folder, { recursive: true });
  const [program, songs, task, careless] = ["canary", "songs", "task-songs", "careless-songs"].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  writeFileSync(
    program,
    `#!/bin/sh\necho "$1" >>"\${CANARY_LOG:-${songs}}"\ncase "$1" in clean* | smudge) cat ;; textconv) cat "$2" ;; esac\nexit 0\n`,
  );
  chmodSync(program, 0o755);
  const read = (path: string): readonly string[] =>
    existsSync(path) ? [...new Set(readFileSync(path, "utf8").trim().split("\n"))] : [];
  const shell = (cwd: string, script: string, env: Readonly<Record<string, string>>): string => {
    const { stdout, stderr } = spawnSync("sh", ["-c", script], {
      cwd,
      env: { ...plainEnv, CANARY: program, ...env },
      timeout: 60_000,
      encoding: "utf8",
    });
    return stdout + stderr;
  };
  return {
    program,
    songs: () => read(songs),
    carelessSongs: () => read(careless),
    asTask: (cwd, script, more = {}) => shell(cwd, `${prelude}\n${script}`, { ...more, CANARY_LOG: task }),
    asCarelessUser: (cwd) => void shell(cwd, careTaken, { CANARY_LOG: careless }),
    scriptOf: ({ script }) =>
      `export CANARY_LOG='${task}' CANARY='${program}' GIT_CONFIG_NOSYSTEM=1\n${prelude}\n${script}\nexit 0\n`,
  };
}

export const prelude = 'd=$(git rev-parse --absolute-git-dir) && c=$(cd "$(git rev-parse --git-common-dir)" && pwd)';

/** What one does in a checkout all day. */
const careTaken = `
(cd pkg && git status)
git submodule update
echo changed >>README.md
for i in 1 2; do
  git status
  git diff
  git add -A
  git commit -m work
  git log -p -2
  git log --show-signature -1
  git branch side HEAD~1 && git checkout side && echo side >>README.md && git commit -a -m side && git checkout - && git merge side
  git stash
  git stash pop
  git checkout -f HEAD~1
  rm -f *.txt
  git checkout -f HEAD -- .
done
git fetch origin
git push origin HEAD:x
git cat-file -p 1111111111111111111111111111111111111111
git gc --auto
`;
