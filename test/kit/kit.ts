import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import type { Course, Ending, Player, Progress, VerifyReport, Viewer } from "../../src/api/contract.ts";
import type { AttemptFrom, DiffView, SnapshotView } from "../../src/api/custody.ts";
import type { JobView } from "../../src/api/view.ts";
import type { JobId, SheetId } from "../../src/base/ids.ts";
import { type Setting, openPlayer, openViewer } from "../../src/daemon.ts";
import { readScore } from "../../src/score/load.ts";
import { parseScore } from "../../src/score/parse.ts";
import type { SheetState } from "../../src/sheet/state.ts";
import { openReader } from "../../src/store/open.ts";
import { type CliEnd, type Running, runBuilt, startBuilt } from "./built.ts";

/** A repository of a user's, a home of Tutti's, and the verbs the stories are told in. */
export interface Kit {
  /** The folder that everything of the story lies in. */
  readonly root: string;
  readonly repository: string;
  readonly home: string;
  /** Plays a score of scripted sheets: sheet id → its script, or all a native sheet may say. */
  play(sheets: Readonly<Record<string, string | SheetText>>, how?: PlayHow): Promise<Played>;
  /** Plays a whole score, as it stands in a file beside the repository. */
  playScore(score: object | string, how?: PlayHow): Promise<Played>;
  /** `from`: a snapshot that one sheet is to be tried again from, as a person writes it. `infer`: the database has lost the job. */
  resume(how?: PlayHow & { readonly retryFailed?: boolean; readonly from?: string; readonly infer?: Infer }): Promise<Played>;
  verify(): Promise<VerifyReport>;
  /** The newest job, as somebody who only looks sees it. */
  status(): Promise<JobView | undefined>;
  /** What the last attempt at a sheet of the newest job was told, or left in another file of its folder. */
  log(sheet: string, name?: "prompt.md" | "stdout.log" | "judge/prompt.md"): Promise<string>;
  /** A sheet of the newest job as the journal has it. */
  state(sheet: string): Promise<SheetState | undefined>;
  /** Plays in a process of its own, which can be killed. */
  spawn(sheets: Readonly<Record<string, string | SheetText>>, how?: Pick<PlayHow, "score">): Child;
  /** The built command line, in the repository. */
  cli(...args: readonly string[]): CliEnd;
  /** Snapshots of a sheet of the newest job, the newest last; without a sheet, those of its workspace. */
  snapshots(sheet: string | null): Promise<readonly SnapshotView[]>;
  /** What a snapshot changed; as a person names it. */
  diff(what: string): Promise<DiffView>;
  /** git on Tutti's store of the newest job. */
  store(...args: readonly string[]): Promise<string>;
  git(...args: readonly string[]): string;
  write(path: string, text: string): void;
  read(path: string): string;
  /** File content on a branch. */
  at(revision: string, path: string): string;
  contexts(): Promise<readonly string[]>;
  dispose(): void;
}

export interface Child extends Running {
  /** Resolves when the status is as wanted. */
  until(wanted: (status: JobView | undefined) => boolean): Promise<void>;
}

export interface SheetText {
  readonly script: string;
  readonly after?: readonly string[];
  readonly validations?: readonly object[];
  readonly timeout?: string;
  readonly retry?: object;
  readonly skip_when_command?: object;
}

/** Which job is to be rebuilt, and with `sheets` by which score. */
export interface Infer {
  readonly job?: string;
  readonly sheets?: Readonly<Record<string, string | SheetText>>;
}

export interface PlayHow {
  readonly parallel?: number;
  readonly score?: object;
  /** More for Tutti's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Another folder to play in than the repository. */
  readonly folder?: string;
  readonly stop?: AbortSignal;
  readonly onWait?: () => void;
  readonly watch?: (progress: Progress) => void;
}

export interface Played extends Ending {
  readonly progress: readonly Progress[];
  /** Sheet id → state. */
  readonly states: Readonly<Record<string, string>>;
}

/** `plain`: the folder is in no repository. */
export function makeKit(files: Readonly<Record<string, string>>, how: { readonly plain?: true } = {}): Kit {
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
  for (const [path, text] of Object.entries(files)) write(path, text);
  if (how.plain !== true) begin(git);
  const place = { folder: repository, env: { ...env, TUTTI_HOME: home } };
  const ask = async <T>(what: (viewer: Viewer) => Promise<T>): Promise<T> => {
    const viewer = await openViewer(setting);
    return what(viewer).finally(() => viewer.close());
  };
  const status = (): Promise<JobView | undefined> => ask((viewer) => viewer.status({ job: undefined, folder: "/" }));
  const about = (what: string | undefined) => ({ job: undefined, folder: repository, what, isWorkspace: what === undefined });
  return {
    root,
    repository,
    home,
    git,
    write,
    play: (sheets, how = {}) =>
      perform(setting, how, (player, course) => {
        const { plan } = parseScore(scoreText(sheets, how), { path: "score.yaml", baseDir: root });
        return player.run({ plan, folder: how.folder ?? repository, parallel: how.parallel ?? null }, course);
      }),
    playScore: (score, how = {}) => {
      const path = join(root, "score.yaml");
      writeFileSync(path, typeof score === "string" ? score : stringify(score));
      return perform(setting, how, (player, course) => player.run({ plan: readScore(path).plan, folder: repository, parallel: how.parallel ?? null }, course));
    },
    resume: async ({ retryFailed = false, from, infer, ...how } = {}) => {
      const found: { from?: AttemptFrom } = from === undefined ? {} : { from: await ask((viewer) => viewer.custody.attemptFrom(about(from))) };
      const plan = infer?.sheets === undefined ? null : parseScore(scoreText(infer.sheets, how), { path: "score.yaml", baseDir: root }).plan;
      const more = { ...found, ...(infer === undefined ? {} : { infer: { plan } }) };
      return perform(setting, { ...how, infers: infer !== undefined }, (player, course) =>
        player.resume(
          { job: found.from?.job ?? (infer?.job as JobId | undefined), folder: how.folder ?? repository, parallel: null, retryFailed, ...more },
          course,
        ),
      );
    },
    verify: () => ask((viewer) => viewer.verify({ job: undefined, folder: repository })),
    status,
    log: async (sheet, name = "prompt.md") => {
      const view = await status();
      return readFileSync(join(view?.sheets.find(({ id }) => id === sheet)?.logs ?? "", name), "utf8");
    },
    state: async (sheet) => {
      const store = await openReader(home);
      const job = await status();
      const states = job === undefined ? undefined : await store?.sheets(job.id);
      await store?.close();
      return states?.get(sheet as SheetId);
    },
    spawn: (sheets, how = {}) => {
      const score = join(root, "score.yaml");
      writeFileSync(score, scoreText(sheets, how));
      const running = startBuilt(place, ["run", score]);
      const until = async (wanted: (view: JobView | undefined) => boolean): Promise<void> => {
        while (!wanted(await status())) await new Promise(setImmediate);
      };
      return { ...running, until };
    },
    cli: (...args) => runBuilt(place, args),
    snapshots: async (sheet) => (await ask((viewer) => viewer.custody.snapshots(about(sheet ?? undefined)))).snapshots,
    diff: (what) => ask((viewer) => viewer.custody.diff({ ...about(what), withText: true })),
    store: async (...args) => git("--git-dir", (await status())?.store ?? "", ...args),
    read: (path) => readFileSync(join(repository, path), "utf8"),
    at: (revision, path) => git("show", `${revision}:${path}`),
    contexts: () => readdir(join(home, "contexts")).catch(() => []),
    dispose: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function begin(git: Kit["git"]): void {
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.com");
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", "begin");
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
  how: PlayHow & { readonly infers?: boolean },
  play: (player: Player, course: Course) => Promise<Ending | undefined>,
): Promise<Played> {
  const progress: Progress[] = [];
  const watch = (item: Progress): void => {
    progress.push(item);
    how.watch?.(item);
  };
  const stop = how.stop ?? new AbortController().signal;
  const player = await openPlayer(
    { ...setting, env: { ...setting.env, ...how.env } },
    {
      onWait: () => how.onWait?.(),
      signal: stop,
      infers: how.infers === true,
      notice: (text) => {
        watch({ kind: "notice", text });
      },
    },
  );
  try {
    const ending = await play(player, { stop, watch });
    if (ending === undefined) throw new TypeError("there was nothing to play");
    return { ...ending, progress, states: Object.fromEntries(ending.job.sheets.map((sheet) => [sheet.id, sheet.state])) };
  } finally {
    await player.close();
  }
}
