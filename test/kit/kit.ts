import { settingOf } from "./setting.ts";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import type { Tutti } from "../../src/api/tutti.ts";
import type { VerifyReport } from "../../src/api/contract/landing.ts";
import type { DiffView, SnapshotView } from "../../src/api/contract/sheet.ts";
import type { JobView } from "../../src/api/contract/job.ts";
import type { JobId, SheetId } from "../../src/base/ids.ts";
import { openLooker } from "../../src/root/looking.ts";
import type { Setting } from "../../src/root/setting.ts";
import type { SheetState } from "../../src/sheet/state.ts";
import { openReading } from "../../src/root/store.ts";
import { type CliEnd, type Running, runBuilt, startBuilt } from "./built.ts";
import { commitFirst, isPlain } from "./first-commit.ts";
import { pause } from "./pause.ts";
import { storeVariables } from "./stores.ts";
import { beginRepository, untidied } from "./new-repository.ts";
import { type Played, type PlayHow, perform } from "./perform.ts";

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
  /**
   * `from`: a snapshot that one sheet is to be tried again from, as a person writes it. `infer`: the database has lost
   * the job.
   */
  resume(
    how?: PlayHow & { readonly retryFailed?: boolean; readonly from?: string; readonly infer?: Infer },
  ): Promise<Played>;
  verify(): Promise<VerifyReport>;
  /** The newest job, as a read-only client sees it. */
  status(): Promise<JobView | undefined>;
  /**
   * The prompt of the last attempt at a sheet of the newest job, or the text that it left in another file of its
   * folder.
   */
  log(sheet: string, name?: "prompt.md" | "stdout.log" | "judge/prompt.md"): Promise<string>;
  /** A sheet of the newest job as the journal has it. */
  state(sheet: string): Promise<SheetState | undefined>;
  /** Plays in a process of its own, which can be killed. */
  spawn(sheets: Readonly<Record<string, string | SheetText>>, how?: Pick<PlayHow, "score">): Child;
  /** The built command line, in the repository. */
  cli(...args: readonly string[]): CliEnd;
  /** Snapshots of a sheet of the newest job, the newest last; without a sheet, those of its workspace. */
  snapshots(sheet: string | null): Promise<readonly SnapshotView[]>;
  /** The change of a snapshot; as a person names it. */
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
  readonly best_of?: object;
}

/** Which job is to be rebuilt, and with `sheets` by which score. */
export interface Infer {
  readonly job?: string;
  readonly sheets?: Readonly<Record<string, string | SheetText>>;
}

/** For stories about the file that the journal lies in by default. */
export const embedded = { store: "sqlite" } as const;

/** `plain`: the folder is in no repository. `store`: where its journal lies. */
export function makeKit(
  files: Readonly<Record<string, string>>,
  how: { readonly plain?: true; readonly store?: string } = {},
): Kit {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tutti-kit-")));
  const repository = join(root, "repository");
  const home = join(root, "home");
  const env = {
    PATH: process.env["PATH"],
    HOME: root,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    TUTTI_CONTAINMENT: process.env["TUTTI_CONTAINMENT"],
    // Stories leave marks outside of their contexts; those of the sandbox ask for it.
    TUTTI_SANDBOX: "off",
    TUTTI_LOCAL: "1",
    ...(how.store === undefined ? storeVariables() : { TUTTI_STORE: how.store }),
  };
  const setting: Setting = settingOf(home, env);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", repository, ...args], { env, encoding: "utf8" });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  };
  mkdirSync(repository, { recursive: true });
  for (const [path, text] of Object.entries(files)) write(path, text);
  if (how.plain !== true) {
    beginRepository(repository, ["--template="]);
    const names = Object.keys(files);
    if (isPlain(names)) commitFirst({ folder: repository, format: "sha1" }, names, "begin");
    else {
      git("add", "--all");
      git(...untidied, "commit", "--quiet", "--allow-empty", "--message", "begin");
    }
  }
  const place = { folder: repository, env: { ...env, TUTTI_HOME: home } };
  const ask = async <T>(what: (tutti: Tutti) => Promise<T>): Promise<T> => {
    const tutti = await openLooker(setting);
    try {
      return await what(tutti);
    } finally {
      await tutti.close();
    }
  };
  const status = async (): Promise<JobView | undefined> =>
    (await ask((tutti) => tutti.call("job.status", { folder: "/" }))) ?? undefined;
  const about = (what: string | undefined) => ({ folder: repository, what, isWorkspace: what === undefined });
  const score = (text: string): { path: string; baseDir: string; text: string } => ({
    path: "score.yaml",
    baseDir: root,
    text,
  });
  return {
    root,
    repository,
    home,
    git,
    write,
    play: (sheets, how = {}) =>
      perform(setting, how, (tutti) =>
        tutti.call("job.submit", {
          score: score(scoreText(sheets, how)),
          folder: how.folder ?? repository,
          ...parallelOf(how),
        }),
      ),
    playScore: (written, how = {}) => {
      const path = join(root, "score.yaml");
      const text = typeof written === "string" ? written : stringify(written);
      writeFileSync(path, text);
      return perform(setting, how, (tutti) =>
        tutti.call("job.submit", { score: { path, baseDir: root, text }, folder: repository, ...parallelOf(how) }),
      );
    },
    resume: ({ retryFailed = false, from, infer, ...how } = {}) =>
      perform(setting, { ...how, infers: infer !== undefined }, async (tutti) => {
        const folder = how.folder ?? repository;
        const named = infer?.job === undefined ? {} : { job: infer.job as JobId };
        if (infer !== undefined)
          return tutti.call("job.recover", {
            folder,
            ...named,
            ...(infer.sheets === undefined ? {} : { score: score(scoreText(infer.sheets, how)) }),
          });
        if (from === undefined) return tutti.call("job.resume", { folder, retryFailed });
        const { job, sheet, number } = await tutti.call("sheet.attempt-from", about(from));
        return tutti.call("sheet.retry", { job, sheet, from: `${sheet}@${String(number)}` });
      }),
    verify: () => ask((tutti) => tutti.call("landing.verify", { folder: repository })),
    status,
    log: async (sheet, name = "prompt.md") => {
      const view = await status();
      return readFileSync(join(view?.sheets.find(({ id }) => id === sheet)?.logs ?? "", name), "utf8");
    },
    state: async (sheet) => {
      const { store } = await openReading(setting, home);
      const job = await status();
      const states = job === undefined ? undefined : await store?.sheets(job.id);
      await store?.close();
      return states?.get(sheet as SheetId);
    },
    spawn: (sheets, how = {}) => {
      const file = join(root, "score.yaml");
      writeFileSync(file, scoreText(sheets, how));
      const running = startBuilt(place, ["run", file]);
      const until = async (wanted: (view: JobView | undefined) => boolean): Promise<void> => {
        while (!wanted(await status())) await pause();
      };
      return { ...running, until };
    },
    cli: (...args) => runBuilt(place, args),
    snapshots: async (sheet) =>
      (await ask((tutti) => tutti.call("sheet.snapshots", about(sheet ?? undefined)))).snapshots,
    diff: (what) => ask((tutti) => tutti.call("sheet.diff", { ...about(what), withText: true })),
    store: async (...args) => git("--git-dir", (await status())?.store ?? "", ...args),
    read: (path) => readFileSync(join(repository, path), "utf8"),
    at: (revision, path) => git("show", `${revision}:${path}`),
    contexts: () => readdir(join(home, "contexts")).catch(() => []),
    dispose: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function scoreText(sheets: Readonly<Record<string, string | SheetText>>, how: PlayHow): string {
  const written = Object.entries(sheets).map(([id, sheet]) => {
    const { script, ...rest } = typeof sheet === "string" ? { script: sheet } : sheet;
    return { id, prompt: script, ...rest };
  });
  return stringify({
    name: "story",
    agent: "scripted",
    retry: { base_delay: "1ms", max_delay: "2ms" },
    ...how.score,
    sheets: written,
  });
}

function parallelOf({ parallel }: PlayHow): { parallel?: number } {
  return parallel === undefined ? {} : { parallel };
}
