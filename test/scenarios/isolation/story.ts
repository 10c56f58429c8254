import { titleOf } from "../../kit/subjects.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Placed, SheetEvent } from "../../../src/sheet/events/event.ts";
import type { Kit } from "../../kit/kit.ts";
import { untilMade } from "../../kit/pause.ts";
import type { Played } from "../../kit/perform.ts";

/** One try and no patience: a failure is final at once. */
export const once = { attempts: 1, completions: 0 };

/** A score whose agent is a line of the shell. `said(kit, sheet)` reads its output. */
export function shellScore(isolation: object | string, line: string, more: object = {}): object {
  const agent = { command: ["sh", "-c", `{ ${line}\n} >"$TUTTI_WORKSPACE/$TUTTI_SHEET.$TUTTI_ATTEMPT"`] };
  return {
    name: "story",
    isolation,
    agent,
    workspace: "./out",
    prompt: "-",
    retry: { base_delay: "1ms", max_delay: "2ms" },
    sheets: [{ id: "fix" }],
    ...more,
  };
}

/** The lines that an attempt's agent printed. */
export function said(kit: Kit, sheet = "fix", attempt = 1): readonly string[] {
  return readFileSync(join(kit.root, "out", `${sheet}.${String(attempt)}`), "utf8")
    .trimEnd()
    .split("\n");
}

/** Plays until an agent has made a file, and stops then as a person does. */
export async function playUntil(
  kit: Kit,
  path: string,
  what: { sheets: Parameters<Kit["play"]>[0]; score?: object },
): Promise<Played> {
  const stop = new AbortController();
  const played = kit.play(what.sheets, {
    stop: stop.signal,
    ...(what.score === undefined ? {} : { score: what.score }),
  });
  await untilMade(path, played);
  stop.abort();
  return played;
}

export function events(played: Played, sheet: string): readonly SheetEvent[] {
  return played.progress.flatMap((item) => (item.kind === "sheet" && item.sheet === sheet ? [item.event] : []));
}

/** Where each attempt at a sheet was put. */
export function places(played: Played, sheet: string): readonly Placed[] {
  return events(played, sheet).filter((event) => event.kind === "placed");
}

export function notices(played: Played): readonly string[] {
  return played.progress.flatMap((item) => (item.kind === "notice" ? [item.text] : []));
}

/** Commits of a branch by their subjects, the newest first. */
export function subjects(kit: Kit, branch = "main"): readonly string[] {
  return kit.git("log", "--format=%s", branch).trim().split("\n").map(titleOf);
}

/** Why each snapshot of a sheet was taken, the newest last. */
export async function reasons(kit: Kit, sheet: string | null): Promise<readonly string[]> {
  return (await kit.snapshots(sheet)).map(({ why }) => why);
}
