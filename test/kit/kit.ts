import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import type { Ending, Progress, VerifyReport } from "../../src/api/contract.ts";
import type { JobView } from "../../src/api/view.ts";
import type { SheetId } from "../../src/base/ids.ts";
import { type Setting, openPlayer, openViewer } from "../../src/daemon.ts";
import { readScore } from "../../src/score/load.ts";
import { parseScore } from "../../src/score/parse.ts";
import type { SheetState } from "../../src/sheet/state.ts";
import { openReader } from "../../src/store/open.ts";

/** A repository of a user's, a home of Tutti's, and the verbs the stories are told in. */
export interface Kit {
  readonly repository: string;
  readonly home: string;
  /** Plays a score of scripted sheets: sheet id → its script, or all a native sheet may say. */
  play(sheets: Readonly<Record<string, string | SheetText>>, how?: PlayHow): Promise<Played>;
  /** Plays a whole score, as it stands in a file beside the repository. */
  playScore(score: object | string, how?: PlayHow): Promise<Played>;
  resume(how?: { readonly retryFailed?: boolean }): Promise<Played>;
  verify(): Promise<VerifyReport>;
  /** The newest job, as somebody who only looks sees it. */
  status(): Promise<JobView | undefined>;
  /** What the last attempt at a sheet of the newest job was told, or left in another file of its folder. */
  log(sheet: string, name?: "prompt.md" | "stdout.log" | "judge/prompt.md"): Promise<string>;
  /** A sheet of the newest job as the journal has it. */
  state(sheet: string): Promise<SheetState | undefined>;
  /** Plays in a process of its own, which can be killed. */
  spawn(sheets: Readonly<Record<string, string | SheetText>>): Child;
  git(...args: readonly string[]): string;
  write(path: string, text: string): void;
  read(path: string): string;
  /** File content on a branch. */
  at(revision: string, path: string): string;
  contexts(): Promise<readonly string[]>;
  dispose(): void;
}

export interface Child {
  /** Resolves when the status is as wanted. */
  until(wanted: (status: JobView | undefined) => boolean): Promise<void>;
  kill(): void;
  gone(): Promise<void>;
}

export interface SheetText {
  readonly script: string;
  readonly after?: readonly string[];
  readonly validations?: readonly object[];
  readonly timeout?: string;
  readonly retry?: object;
  readonly skip_when_command?: object;
}

export interface PlayHow {
  readonly parallel?: number;
  readonly score?: object;
  readonly stop?: AbortSignal;
  readonly onWait?: () => void;
  readonly watch?: (progress: Progress) => void;
}

export interface Played extends Ending {
  readonly progress: readonly Progress[];
  /** Sheet id → state. */
  readonly states: Readonly<Record<string, string>>;
}

export function makeKit(files: Readonly<Record<string, string>>): Kit {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tutti-kit-")));
  const repository = join(root, "repository");
  const home = join(root, "home");
  const env = {
    PATH: process.env["PATH"],
    HOME: root,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    TUTTI_CONTAINMENT: process.env["TUTTI_CONTAINMENT"],
  };
  const setting: Setting = { home, env, scriptedAgent: fileURLToPath(new URL("../../src/agents/scripted/tutti-scripted.sh", import.meta.url)) };
  const git = (...args: readonly string[]): string => execFileSync("git", ["-C", repository, ...args], { env, encoding: "utf8" });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  };
  mkdirSync(repository, { recursive: true });
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.com");
  for (const [path, text] of Object.entries(files)) write(path, text);
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", "begin");
  return {
    repository,
    home,
    git,
    write,
    play: (sheets, how = {}) =>
      perform(setting, how, (player, course) =>
        player.run(
          {
            plan: parseScore(scoreText(sheets, how), { path: "score.yaml", baseDir: root }).plan,
            folder: repository,
            parallel: how.parallel ?? null,
          },
          course,
        ),
      ),
    playScore: (score, how = {}) => {
      const path = join(root, "score.yaml");
      writeFileSync(path, typeof score === "string" ? score : stringify(score));
      return perform(setting, how, (player, course) => player.run({ plan: readScore(path).plan, folder: repository, parallel: how.parallel ?? null }, course));
    },
    resume: (how = {}) =>
      perform(setting, {}, (player, course) =>
        player.resume({ job: undefined, folder: repository, parallel: null, retryFailed: how.retryFailed === true }, course),
      ),
    verify: async () => {
      const viewer = await openViewer(setting);
      return viewer.verify({ job: undefined, folder: repository }).finally(() => viewer.close());
    },
    status: () => look(setting),
    log: async (sheet, name = "prompt.md") => {
      const view = await look(setting);
      return readFileSync(join(view?.sheets.find(({ id }) => id === sheet)?.logs ?? "", name), "utf8");
    },
    state: async (sheet) => {
      const store = await openReader(home);
      const job = await look(setting);
      const states = job === undefined ? undefined : await store?.sheets(job.id);
      await store?.close();
      return states?.get(sheet as SheetId);
    },
    spawn: (sheets) => {
      const score = join(root, "score.yaml");
      writeFileSync(score, scoreText(sheets, {}));
      return spawnTutti({ setting, repository, score });
    },
    read: (path) => readFileSync(join(repository, path), "utf8"),
    at: (revision, path) => git("show", `${revision}:${path}`),
    contexts: () => readdir(join(home, "contexts")).catch(() => []),
    dispose: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function look(setting: Setting): Promise<JobView | undefined> {
  const viewer = await openViewer(setting);
  return viewer.status({ job: undefined, folder: "/" }).finally(() => viewer.close());
}

/** The launcher's own work is done by a few lines here, since the tests run from the sources. */
function spawnTutti(what: { setting: Setting; repository: string; score: string }): Child {
  const { setting, repository, score } = what;
  const child = spawn(process.execPath, [fileURLToPath(new URL("../../dist/tutti.js", import.meta.url)), "run", score], {
    cwd: repository,
    env: { ...setting.env, TUTTI_HOME: setting.home },
    stdio: "ignore",
  });
  const exit = once(child, "exit");
  return {
    until: async (wanted) => {
      while (!wanted(await look(setting))) await new Promise(setImmediate);
    },
    kill: () => void child.kill("SIGKILL"),
    gone: async () => {
      await exit;
    },
  };
}

function scoreText(sheets: Readonly<Record<string, string | SheetText>>, how: PlayHow): string {
  const written = Object.entries(sheets).map(([id, sheet]) => {
    const { script, ...rest } = typeof sheet === "string" ? { script: sheet } : sheet;
    return { id, prompt: script, ...rest };
  });
  return stringify({ name: "story", agent: "scripted", retry: { base_delay: "1ms", max_delay: "2ms" }, ...how.score, sheets: written });
}

async function perform(
  setting: Setting,
  how: PlayHow,
  play: (player: Awaited<ReturnType<typeof openPlayer>>, course: { stop: AbortSignal; watch: (progress: Progress) => void }) => Promise<Ending | undefined>,
): Promise<Played> {
  const progress: Progress[] = [];
  const watch = (item: Progress): void => {
    progress.push(item);
    how.watch?.(item);
  };
  const stop = how.stop ?? new AbortController().signal;
  const player = await openPlayer(setting, {
    onWait: () => how.onWait?.(),
    signal: stop,
    notice: (text) => {
      watch({ kind: "notice", text });
    },
  });
  try {
    const ending = await play(player, { stop, watch });
    if (ending === undefined) throw new TypeError("there was nothing to play");
    return { ...ending, progress, states: Object.fromEntries(ending.job.sheets.map((sheet) => [sheet.id, sheet.state])) };
  } finally {
    await player.close();
  }
}
