import { stringify } from "yaml";
import type { TuttiEvent } from "../../../src/api/contract/events.ts";
import type { Ended, SheetEvent } from "../../../src/sheet/events/event.ts";
import { type Live, type LiveHow, withLive } from "../../kit/live.ts";
import { type Speakers, makeSpeakers } from "../../kit/speaking-agent.ts";

/** A sheet by its script, or by all that a score may say of it. */
type Sheet = string | ({ readonly script: string } & Readonly<Record<string, unknown>>);

/** A score for agents that speak, each sheet tried once and without a pause. */
export function scoreOf(sheets: Readonly<Record<string, Sheet>>, more: object = {}): string {
  const written = Object.entries(sheets).map(([id, sheet]) => {
    const { script, ...rest } = typeof sheet === "string" ? { script: sheet } : sheet;
    return { id, prompt: script, ...rest };
  });
  return stringify({
    name: "story",
    agent: "small",
    isolation: { mode: "clone" },
    retry: { attempts: 1, completions: 0, base_delay: "0s", max_delay: "0s" },
    ...more,
    sheets: written,
  });
}

/** An engine over a repository that has these agents. */
export function withSpeakers(
  tell: (live: Live, speakers: Speakers) => Promise<void>,
  {
    profiles,
    env = {},
    ...how
  }: LiveHow & { readonly profiles?: Readonly<Record<string, object>>; readonly speakers?: Speakers } = {},
): Promise<void> {
  const speakers = how.speakers ?? makeSpeakers(profiles);
  return withLive((live) => tell(live, speakers), {
    ...how,
    repository: speakers.repository,
    env: { ...speakers.env, ...env },
  });
}

/** The history of sheets of this kind, in the order of the journal. */
export function told<K extends SheetEvent["kind"]>(
  events: readonly TuttiEvent[],
  kind: K,
  sheet?: string,
): readonly (Extract<SheetEvent, { kind: K }> & { readonly sheet: string })[] {
  return events.flatMap(({ index, recorded, sheet: of }) => {
    if (
      index > 0 ||
      recorded.about !== "sheet" ||
      recorded.event.kind !== kind ||
      (sheet !== undefined && of !== sheet)
    )
      return [];
    return [{ ...(recorded.event as Extract<SheetEvent, { kind: K }>), sheet: of ?? "" }];
  });
}

/** The troubles that attempts ended with, oldest first. */
export function codes(events: readonly TuttiEvent[], sheet?: string): readonly (string | null)[] {
  return told(events, "ended", sheet).map(({ trouble }: Pick<Ended, "trouble">) => trouble?.code ?? null);
}

/** When agents' accounts and models were shut and opened. */
export function gates(events: readonly TuttiEvent[]): readonly string[] {
  return events.flatMap(({ type, recorded }) =>
    recorded.about === "note" && recorded.event.kind === "agent-gate"
      ? [`${recorded.event.key} ${type.replace("agent.", "")}`]
      : [],
  );
}

/**
 * How many of these attempts started until there was news of their agent, and from there until the next news, and so
 * on.
 */
export function startsBetweenGates(
  events: readonly TuttiEvent[],
  isMeant: (started: Extract<SheetEvent, { kind: "started" }>) => boolean,
): readonly number[] {
  const starts: number[] = [];
  for (const { index, recorded } of events) {
    const { event } = recorded;
    if (index === 0 && event.kind === "started" && isMeant(event)) starts.push((starts.pop() ?? 0) + 1);
    if (event.kind === "agent-gate" && starts.length > 0) starts.push(0);
  }
  return starts;
}

/** A moment of an attempt, for `live.until`. */
export function attemptIs(kind: SheetEvent["kind"], sheet: string, attempt: number): (event: TuttiEvent) => boolean {
  return ({ recorded, sheet: of }) =>
    of === sheet &&
    recorded.about === "sheet" &&
    recorded.event.kind === kind &&
    "attempt" in recorded.event &&
    recorded.event.attempt === attempt;
}
