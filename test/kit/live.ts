import { settingOf } from "./setting.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Params, Tutti } from "../../src/api/tutti.ts";
import { isRest } from "../../src/api/contract/ending.ts";
import type { EventType, TuttiEvent } from "../../src/api/contract/events.ts";
import { makeDirect } from "../../src/api/direct.ts";
import { served } from "../../src/api/direct.ts";
import type { RestartPolicy } from "../../src/conductor/jobs/restart.ts";
import type { JobView } from "../../src/api/contract/job.ts";
import type { JobId } from "../../src/base/ids.ts";
import { openConductor } from "../../src/root/conductor.ts";
import { tempFolder } from "./folders.ts";
import { hermetic } from "./git.ts";
import { makeRepository } from "./repository.ts";

/** An engine at work over a repository, as a command line meets it. */
export interface Live {
  readonly tutti: Tutti;
  readonly repository: string;
  /** The source of the engine's settings; a test changes here what a reload would change. */
  readonly env: Record<string, string | undefined>;
  /** Begins a job by a score's text. */
  submit(score: string, more?: Partial<Params<"job.submit">>): Promise<JobId>;
  /** Resolves when this has happened in a job, or has happened already. */
  until(job: JobId, what: (event: TuttiEvent) => boolean): Promise<void>;
  status(job: JobId): Promise<JobView>;
  /** The rows of the journal, oldest first; of one job when it is named. */
  events(job?: JobId): Promise<readonly TuttiEvent[]>;
  /** A file that agents may wait for: its path. */
  readonly gate: string;
  open(): void;
}

export interface LiveHow {
  /** Of an engine before this one. */
  readonly home?: string;
  readonly repository?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly recovery?: RestartPolicy;
  /** A wait longer than this is not sat out. */
  readonly patienceMs?: number;
}

/** A fault of Tutti's own fails every story. */
export async function withLive<T>(play: (live: Live) => Promise<T>, how: LiveHow = {}): Promise<T> {
  const repository = how.repository ?? makeRepository().path;
  const gate = join(tempFolder(), "gate");
  const open = (): void => {
    writeFileSync(gate, "");
  };
  // How full the disk of this machine is must not matter.
  const env = {
    ...hermetic,
    TUTTI_CONTAINMENT: process.env["TUTTI_CONTAINMENT"],
    TUTTI_DISK_WARNING_GB: "0",
    TUTTI_DISK_FLOOR_GB: "0",
    ...how.env,
  };
  const faults: unknown[] = [];
  const conductor = await openEngine(env, how, faults);
  const tutti = makeDirect(served(conductor.handlers, conductor.bus), () => conductor.close());
  try {
    return await play({
      tutti,
      repository,
      env,
      gate,
      open,
      submit: async (text, more) =>
        (await tutti.call("job.submit", { score: scoreIn(repository, text), folder: repository, ...more })).job,
      until: (job, what) => untilHeard(tutti, job, what),
      status: (job) => statusOf(tutti, job),
      events: (job) => eventsOf(tutti, job),
    });
  } finally {
    open();
    await conductor.stop("the test is over");
    await tutti.close();
    expect(faults).toEqual([]);
  }
}

/** A score's text as a client hands it in. */
export function scoreIn(
  folder: string,
  text: string,
): { readonly path: string; readonly baseDir: string; readonly text: string } {
  return { path: join(folder, "s.yaml"), baseDir: folder, text };
}

function openEngine(env: Live["env"], how: LiveHow, faults: unknown[]): ReturnType<typeof openConductor> {
  return openConductor(settingOf(how.home ?? join(tempFolder(), "home"), env), {
    version: "0.0.0",
    notice: () => undefined,
    onWait: () => undefined,
    signal: new AbortController().signal,
    patienceMs: how.patienceMs ?? Infinity,
    recovery: how.recovery ?? "leave",
    shell: {
      socket: null,
      connections: () => 0,
      dashboard: () => Promise.reject(new Error("no browser is served here")),
      shutdown: () => undefined,
      reload: () => Promise.resolve({ changed: [], needRestart: [] }),
      config: () => [],
    },
    onFault: (_, error) => void faults.push(error),
  });
}

async function statusOf(tutti: Tutti, job: JobId): Promise<JobView> {
  const view = await tutti.call("job.status", { job, folder: "/" });
  if (view === null) throw new TypeError(`there is no job ${job}`);
  return view;
}

/** As a late follower hears them. */
async function eventsOf(tutti: Tutti, job: JobId | undefined): Promise<readonly TuttiEvent[]> {
  const heard: TuttiEvent[] = [];
  const { position } = await tutti.call("conductor.status", {});
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const hear = (event: TuttiEvent): void => {
    if (event.position > position) return;
    heard.push(event);
    if (event.position === position) resolve(undefined);
  };
  const following = await tutti.follow({ after: 0 }, { hear, lost: reject });
  await promise;
  await following.stop();
  return job === undefined ? heard : heard.filter((event) => event.job === job);
}

async function untilHeard(tutti: Tutti, job: JobId, what: (event: TuttiEvent) => boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const following = await tutti.follow(
    { job, after: 0 },
    {
      hear: (event) => {
        if (what(event)) resolve(undefined);
      },
      lost: reject,
    },
  );
  await promise;
  await following.stop();
}

/** This type, of this sheet if one is named. */
export function happened(type: EventType, sheet?: string): (event: TuttiEvent) => boolean {
  return (event) => event.type === type && (sheet === undefined || event.sheet === sheet);
}

/** The job came to rest once more than so many times before. */
export function rests(times: number): (event: TuttiEvent) => boolean {
  let left = times;
  return (event) => {
    if (isRest(event)) left -= 1;
    return left === 0;
  };
}
