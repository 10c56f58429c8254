import type { ConductorPlaces } from "../../base/conductor-places.ts";
import type { Dialled } from "../client/dial.ts";
import { type Answer, askConductor } from "./answer.ts";
import { waitForEnd } from "./end.ts";
import { findPlaces, makePlaces } from "./places.ts";
import { busy, notRunning } from "./problems.ts";
import { type Found, type Start, startConductor } from "./start.ts";
import { meet } from "./versions.ts";

export interface Reach {
  /** Tutti's own folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** `auto`: when no conductor runs, one is started. */
  readonly start: "auto" | "never";
  readonly notice: (text: string) => void;
  readonly signal?: AbortSignal;
  /** For the conductor's log. */
  readonly client?: string;
}

/** Finds the conductor of a home, or starts it. Any number of clients may do so at once: they all find the same one. */
export async function reach(how: Reach): Promise<Dialled> {
  const places = how.start === "auto" ? await makePlaces(how.home) : await findPlaces(how.home);
  if (places === undefined) throw notRunning(how);
  const first = await askConductor(places, how);
  if (how.start === "never") return settle(how, places, requireAnswer(places, first));
  return settle(
    how,
    places,
    first.kind === "answers" || first.kind === "refused" ? first : await startConductor(places, byClient(how)),
  );
}

function requireAnswer(places: ConductorPlaces, answer: Answer): Found {
  if (answer.kind === "answers" || answer.kind === "refused") return answer;
  throw answer.kind === "absent" ? notRunning(places) : busy(places, answer.living);
}

async function settle(how: Reach, places: ConductorPlaces, found: Found): Promise<Dialled> {
  if (found.kind === "refused") throw found.error;
  const { tutti, running } = found;
  const meeting = meet({ version: how.version, mayStart: how.start === "auto" }, tutti.hello, running.startedBy);
  switch (meeting.kind) {
    case "go on":
      if (meeting.notice !== null) how.notice(meeting.notice);
      return tutti;
    case "replace":
      return replace(how, places, found);
  }
}

/** Nothing is interrupted by it: a conductor that got work meanwhile stays. */
async function replace(
  how: Reach,
  places: ConductorPlaces,
  { tutti, running }: Extract<Found, { kind: "answers" }>,
): Promise<Dialled> {
  const asked = await tutti.call("conductor.shutdown", { ifIdle: true, why: `version ${how.version} takes over` });
  if (!asked.stopping) return tutti;
  await tutti.close();
  await waitForEnd(places, { signal: how.signal });
  const next = await startConductor(places, { ...byClient(how), by: running.startedBy === "hand" ? "hand" : "client" });
  if (next.kind === "refused") throw next.error;
  how.notice(
    `the conductor was of version ${running.version} and had nothing to do: version ${next.tutti.hello.version} is in its place now`,
  );
  return next.tutti;
}

function byClient({ env, version, client, signal }: Reach): Start {
  return {
    env,
    version,
    by: "client",
    ...(client === undefined ? {} : { client }),
    ...(signal === undefined ? {} : { signal }),
  };
}
