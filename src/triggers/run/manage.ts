import { realpath } from "node:fs/promises";
import { TuttiError } from "../../base/error.ts";
import { slugOf } from "../../base/names.ts";
import type { JobParts } from "../../conductor/jobs/parts.ts";
import { openScore, readScoreText } from "../../score/load.ts";
import { stemOf } from "../../score/match/paths.ts";
import type { NoteEvent } from "../../sheet/events/note.ts";
import type { Schedule, ScheduleRules, Timing } from "../schedule.ts";
import { terminalOf } from "./clock.ts";

export interface NewSchedule {
  /** Absolute. */
  readonly score: string;
  readonly folder: string;
  readonly name?: string | undefined;
  readonly when: Timing;
  readonly rules: ScheduleRules;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** Checks a schedule and its score, and records it. */
export async function addSchedule(jobs: JobParts, asked: NewSchedule): Promise<Schedule> {
  const now = jobs.world.now();
  const { checkTiming, momentAfter } = await timings();
  const timing = checkTiming(asked.when, now);
  if (timing.kind === "wrong")
    throw new TuttiError("schedule.invalid", timing.why, {
      audience: "user",
      hint: 'Write --cron "0 3 * * *" --zone Europe/Berlin, --every 6h, --watch-branch main or --watch-file path.',
    });
  const score = await realpath(asked.score).catch(() => asked.score);
  const { text, source } = openScore(score);
  readScoreText(
    { path: score, baseDir: source.baseDir, text },
    await jobs.agents.names(asked.folder, asked.environment),
  );
  const id = freeName(
    slugOf(asked.name ?? stemOf(score)),
    new Set((await jobs.store.schedules()).map((one) => one.id)),
  );
  await jobs.agents.remember(terminalOf(id), asked.environment);
  const schedule: Schedule = {
    id,
    score,
    folder: asked.folder,
    when: asked.when,
    rules: asked.rules,
    isPaused: false,
    createdAt: now,
    next: momentAfter(asked.when, now, now),
    owed: 0,
    seen: null,
    last: null,
  };
  await record(jobs, schedule, "added");
  return schedule;
}

/** Loaded when it is needed: the library for cron expressions is behind it. */
const timings = async () => import("../timing.ts");

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name}-${String(number)}`)) return `${name}-${String(number)}`;
}

/** A schedule that goes on begins anew: what came due while it was paused is not made up for. */
export async function pauseSchedule(jobs: JobParts, id: string, isPaused: boolean): Promise<Schedule> {
  const found = await requireSchedule(jobs, id);
  const now = jobs.world.now();
  const next = (await timings()).momentAfter(found.when, now, found.createdAt);
  const schedule = { ...found, isPaused, next, owed: 0, seen: isPaused ? found.seen : null };
  await record(jobs, schedule, isPaused ? "paused" : "resumed");
  return schedule;
}

export async function removeSchedule(jobs: JobParts, id: string): Promise<Schedule> {
  const found = await requireSchedule(jobs, id);
  await jobs.store.journal.append([{ about: "schedule", id, schedule: null, event: newsOf(jobs, found, "removed") }]);
  return found;
}

async function requireSchedule({ store }: JobParts, id: string): Promise<Schedule> {
  const all = await store.schedules();
  const found = all.find((one) => one.id === id);
  if (found !== undefined) return found;
  throw new TuttiError("schedule.unknown", `there is no schedule ${JSON.stringify(id)}`, {
    audience: "user",
    hint: all.length === 0 ? "tutti schedule add makes one." : `There are: ${all.map((one) => one.id).join(", ")}.`,
  });
}

type What = Extract<NoteEvent, { kind: "schedule" }>["what"];

async function record(jobs: JobParts, schedule: Schedule, what: What): Promise<void> {
  await jobs.store.journal.append([
    { about: "schedule", id: schedule.id, schedule, event: newsOf(jobs, schedule, what) },
  ]);
}

function newsOf({ world }: JobParts, { id }: Schedule, what: What): NoteEvent {
  return { kind: "schedule", at: world.now(), schedule: id, what, started: null, why: null };
}
