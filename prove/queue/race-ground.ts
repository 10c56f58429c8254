import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What git meets in a race: nothing of the machine's own configuration. */
export const raceEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Outsider",
  GIT_AUTHOR_EMAIL: "outsider@tutti.invalid",
  GIT_COMMITTER_NAME: "Outsider",
  GIT_COMMITTER_EMAIL: "outsider@tutti.invalid",
};

/** A bare repository that everybody lands in, and a folder for each of those who do. */
export interface RaceGround {
  readonly folder: string;
  readonly repository: string;
  readonly start: string;
  git(args: readonly string[], input?: string): string;
  remove(): void;
}

export const sharedLines = 40;
export const sharedFile = (edits: ReadonlyMap<number, string>): string =>
  Array.from(
    { length: sharedLines * 4 },
    (_, line) => `${line % 4 === 0 ? (edits.get(line / 4) ?? `line ${String(line / 4)}`) : ""}\n`,
  ).join("");

export function makeRaceGround(): RaceGround {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tutti-race-")));
  const repository = join(folder, "repository.git");
  mkdirSync(repository);
  const git = (args: readonly string[], input = ""): string => gitIn(repository, args, input);
  git(["init", "-q", "--bare", "-b", "main", "."]);
  git(["config", "core.logAllRefUpdates", "always"]);
  importCommits(repository, [
    { ref: "refs/heads/main", from: null, files: { "shared.txt": sharedFile(new Map()), "clash.txt": "nobody\n" } },
  ]);
  return {
    folder,
    repository,
    start: git(["rev-parse", "main"]).trim(),
    git,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function gitIn(folder: string, args: readonly string[], input: string): string {
  const { status, stdout, stderr } = spawnSync("git", args, {
    cwd: folder,
    env: raceEnvironment,
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}

export interface ImportedCommit {
  readonly ref: string;
  readonly from: string | null;
  readonly files: Readonly<Record<string, string>>;
}

export function importCommits(folder: string, commits: readonly ImportedCommit[]): void {
  const data = (text: string): string => `data ${String(Buffer.byteLength(text))}\n${text}\n`;
  const lines = commits.map(({ ref, from, files }) => {
    const changes = Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`);
    return `commit ${ref}\ncommitter A User <user@tutti.invalid> 1700000000 +0000\n${data("a result")}${from === null ? "" : `from ${from}\n`}${changes.join("")}\n`;
  });
  gitIn(folder, ["fast-import", "--quiet"], lines.join(""));
}

/** An outsider who pushes commits without force; `stop` returns those that arrived. */
export interface Outsider {
  step(): void;
  stop(): Promise<readonly string[]>;
}

/** Pushes when told, and at once. */
export function stepOutsider(ground: RaceGround): Outsider {
  const made: string[] = [];
  return {
    step: () => {
      const head = ground.git(["rev-parse", "main"]).trim();
      const commit = ground
        .git(["commit-tree", "main^{tree}", "-p", head, "-m", `outside ${String(made.length)}`])
        .trim();
      ground.git(["update-ref", "-m", "outside", "refs/heads/main", commit, head]);
      made.push(commit);
    },
    stop: () => Promise.resolve(made),
  };
}

/** Pushes every so often, beside all others. */
export function startOutsider(ground: RaceGround, everyMs: number): Outsider {
  const made: string[] = [];
  const over = new AbortController();
  const push = async (number: number): Promise<void> => {
    const head = await ask(ground, ["rev-parse", "main"]);
    const blob = await ask(ground, ["hash-object", "-w", "--stdin"], `outside ${String(number)}\n`);
    const entries = await ask(ground, ["ls-tree", head]);
    const kept = entries.split("\n").filter((line) => !line.endsWith("\toutside.txt"));
    const tree = await ask(ground, ["mktree"], `${[...kept, `100644 blob ${blob}\toutside.txt`].join("\n")}\n`);
    const commit = await ask(ground, ["commit-tree", tree, "-p", head, "-m", `outside ${String(number)}`]);
    // Like a push without force: only from where it was when it was made.
    if (
      (await ask(ground, ["update-ref", "-m", "outside", "refs/heads/main", commit, head]).catch(() => null)) !== null
    )
      made.push(commit);
  };
  const work = (async () => {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const pause = new Promise((resolve) => setTimeout(resolve, everyMs));
      await push(number);
      await pause;
    }
  })();
  return {
    step: () => undefined,
    stop: async () => {
      over.abort();
      await work;
      return made;
    },
  };
}

function ask({ repository }: RaceGround, args: readonly string[], input = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, { cwd: repository, env: raceEnvironment, stdio: ["pipe", "pipe", "ignore"] });
    const out: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child
      .on("error", reject)
      .on("close", (code) =>
        code === 0
          ? resolve(Buffer.concat(out).toString("utf8").trim())
          : reject(new Error(`git ${args.join(" ")}: ${String(code)}`)),
      );
    child.stdin.on("error", () => undefined).end(input);
  });
}
