import { z } from "zod";
import type { Draft, Task } from "./draft.ts";
import type { Fault } from "./fault.ts";

/** Unrequested improvements: ranked, and not proposed again for a while when they were refused. */

const impacts: Readonly<Record<NonNullable<Task["impact"]>, number>> = { critical: 10, high: 7, medium: 4, low: 1 };
const efforts: Readonly<Record<NonNullable<Task["effort"]>, number>> = { trivial: 5, small: 3, medium: 1, large: -2 };

const entry = z.strictObject({
  kind: z.string().max(40),
  title: z.string().max(200),
  files: z.array(z.string().max(300)).max(100),
  verdict: z.enum(["accepted", "rejected"]),
  at: z.number(),
});
const memory = z.array(entry).max(5_000);
export type Remembered = z.infer<typeof entry>;

/** `null`: this is no memory of improvements. */
export function readMemory(text: string): readonly Remembered[] | null {
  try {
    const read = memory.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

const dayMs = 24 * 3_600_000;
const forgottenAfterMs = 30 * dayMs;

/** The proposals that were refused in the last thirty days. */
export function rejectedSince(known: readonly Remembered[], now: number): readonly Remembered[] {
  return known.filter(({ verdict, at }) => verdict === "rejected" && now - at < forgottenAfterMs);
}

export function remembered(tasks: readonly Task[], verdict: Remembered["verdict"], now: number): readonly Remembered[] {
  return tasks.map(({ kind, title, files }) => ({
    kind,
    title,
    files: files.map(({ path }) => path),
    verdict,
    at: now,
  }));
}

interface Ranked {
  readonly task: Task;
  readonly score: number;
}

/** Impact and effort have points; kinds of work that people accepted before get up to five more. */
function rankOf(task: Task, known: readonly Remembered[]): number {
  const same = known.filter(({ kind }) => kind === task.kind);
  const accepted = same.filter(({ verdict }) => verdict === "accepted").length;
  const share = same.length === 0 ? 0 : accepted / same.length;
  return impacts[task.impact ?? "low"] + efforts[task.effort ?? "large"] + 5 * share;
}

/** The best of them that were not refused lately, and can be done without the others. */
export function bestOf(
  draft: Draft,
  { known, now, most }: { readonly known: readonly Remembered[]; readonly now: number; readonly most: number },
): readonly Ranked[] {
  const refused = rejectedSince(known, now);
  const isRefused = ({ kind, title, files }: Task): boolean =>
    refused.some(
      (one) => one.title === title || (one.kind === kind && files.some(({ path }) => one.files.includes(path))),
    );
  const ranked = draft.tasks
    .filter((task) => !isRefused(task))
    .map((task) => ({ task, score: rankOf(task, known) }))
    .toSorted((one, other) => other.score - one.score);
  const chosen = new Set<string>();
  for (const { task } of ranked)
    if (chosen.size < most && task.after.every((id) => chosen.has(id))) chosen.add(task.id);
  return ranked.filter(({ task }) => chosen.has(task.id));
}

/** A proposal without impact and effort can't be ranked. */
export function rankFaults({ tasks }: Draft): readonly Fault[] {
  return tasks
    .filter((task) => task.impact === undefined || task.effort === undefined)
    .map(({ id }): Fault => ({ code: "shape", where: id, why: "has no impact and effort" }));
}

const looksAt = "performance, code quality, testing, documentation, user experience, architecture";

/** The question for a planner. */
export function improveText(
  focus: string,
  refused: readonly Pick<Remembered, "title">[],
  proposed: readonly Pick<Task, "title">[] = [],
): string {
  return [
    `Propose up to eight improvements of this repository as tasks${focus === "" ? `, looking at ${looksAt}` : `: ${focus}`}.`,
    `Give each task two more keys: "impact" (${Object.keys(impacts).join(" | ")}) and "effort" (${Object.keys(efforts).join(" | ")}). Each covers R1 and can be done by itself.`,
    ...(refused.length === 0
      ? []
      : [`These were refused lately; do not propose them again: ${refused.map(({ title }) => title).join("; ")}.`]),
    ...(proposed.length === 0
      ? []
      : [`Quality tools propose these already; propose others: ${proposed.map(({ title }) => title).join("; ")}.`]),
  ].join(" ");
}
