import { join } from "node:path";
import type { Progress } from "../../kit/perform.ts";
import type { SheetEvent } from "../../../src/sheet/events/event.ts";
import { resultsOf } from "../../../src/sheet/verdict.ts";
import { tutti } from "../../kit/command-line.ts";
import type { Kit } from "../../kit/kit.ts";
import type { Played } from "../../kit/perform.ts";

/** A played score and its visible effects, which would differ if these keys were not read. */
export interface Case {
  readonly fact: string;
  /** Keys as `scoreKeys` names them. */
  readonly reads: readonly string[];
  /** Of the repository; those that begin with `../` lie beside the score. */
  readonly files?: Readonly<Record<string, string>>;
  readonly prepare?: (kit: Kit) => unknown;
  readonly score: object;
  readonly stopWhen?: (progress: Progress) => boolean;
  readonly seen: (kit: Kit, played: Played) => unknown;
  readonly expected: unknown;
}

/** Paths on a branch. */
export function landed(kit: Kit, branch = "main"): readonly string[] {
  return kit.git("ls-tree", "-r", "--name-only", branch).trim().split("\n");
}

/** The meaning of a score as `tutti validate` prints it. */
export async function meant(kit: Kit): Promise<{
  readonly plan: { readonly landing: unknown };
  readonly sheets: readonly { readonly commit: unknown; readonly pull_request: unknown; readonly worker?: unknown }[];
}> {
  const { out } = await tutti("validate", "--json", join(kit.repository, "../score.yaml"));
  const { files } = JSON.parse(out) as { files: readonly [Awaited<ReturnType<typeof meant>>] };
  return files[0];
}

/** Why a sheet is as it is. */
export function why(played: Played, sheet: string): string | null | undefined {
  return played.job.sheets.find(({ id }) => id === sheet)?.why;
}

/** The largest number of sheets that ran at the same time. */
export function mostAtOnce(played: Played): number {
  const running = new Set<string>();
  let most = 0;
  for (const item of played.progress) {
    if (item.kind !== "sheet") continue;
    if (item.event.kind === "started") running.add(item.sheet);
    if (item.event.kind === "ended" || item.event.kind === "skipped") running.delete(item.sheet);
    most = Math.max(most, running.size);
  }
  return most;
}

export function events(played: Played, sheet?: string): readonly SheetEvent[] {
  return played.progress.flatMap((item) =>
    item.kind === "sheet" && (sheet === undefined || item.sheet === sheet) ? [item.event] : [],
  );
}

export function ends(played: Played, sheet?: string): readonly Extract<SheetEvent, { kind: "ended" }>[] {
  return events(played, sheet).filter((event) => event.kind === "ended");
}

/** How long a sheet is to wait after its last attempt. */
export async function wait(kit: Kit, played: Played, sheet = "a"): Promise<number | null> {
  const state = await kit.state(sheet);
  const last = ends(played, sheet).at(-1);
  return state?.kind !== "waiting" || state.notBefore === null || last === undefined ? null : state.notBefore - last.at;
}

/** The validations of a sheet's last attempt: description → `passed`, or the first line of the reason. */
export function verdict(played: Played, sheet: string): Readonly<Record<string, string>> {
  const last = ends(played, sheet).at(-1);
  const results = last === undefined ? [] : resultsOf(last.verdict);
  return Object.fromEntries(
    results.map(({ description, passed, reason }) => [description, passed ? "passed" : (reason.split("\n")[0] ?? "")]),
  );
}

/** A program that is an agent: it is told on stdin, which it leaves unread. */
export function shell(line: string): { readonly command: readonly string[] } {
  return { command: ["sh", "-c", line] };
}

/** An agent that does nothing. */
export const idler = { command: "true" };

export const once = { attempts: 1, completions: 0 };
