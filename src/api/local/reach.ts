import type { ConductorPlaces } from "../../base/home/conductor-places.ts";
import type { Connected } from "../client/connect.ts";
import type { Hello } from "../contract/conductor.ts";
import { type Answer, askConductor } from "./answer.ts";
import { waitForEnd } from "./end.ts";
import { findPlaces, makePlaces } from "./places.ts";
import { busy, notRunning } from "./problems.ts";
import type { StartedBy } from "./running.ts";
import { type Found, type Start, startConductor } from "./start.ts";

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
export async function reach(how: Reach): Promise<Connected> {
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

async function settle(how: Reach, places: ConductorPlaces, found: Found): Promise<Connected> {
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
): Promise<Connected> {
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

/** The client's decision about the conductor that admitted it: it does not continue with one of another protocol. */
type Meeting =
  | { readonly kind: "go on"; readonly notice: string | null }
  /** It does nothing now, and this Tutti is newer: it may go. */
  | { readonly kind: "replace" };

export interface Client {
  readonly version: string;
  /** Whether it may start a conductor of its own. */
  readonly mayStart: boolean;
}

export function meet(client: Client, hello: Hello, startedBy: StartedBy): Meeting {
  if (compareVersions(client.version, hello.version) <= 0) return { kind: "go on", notice: null };
  // The person who runs one in the foreground would not know of its replacement.
  const isReplaceable = client.mayStart && startedBy !== "foreground";
  if (hello.isIdle && isReplaceable) return { kind: "replace" };
  const how = isReplaceable
    ? "it is replaced when it has nothing to do; tutti restart does it now"
    : "it is brought up to date by a restart";
  return {
    kind: "go on",
    notice: `the conductor is of version ${hello.version}, older than this tutti (${client.version}): ${how}`,
  };
}

/** Below 0 when the first is older. An invalid version equals every other. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [parts(one), parts(other)];
  if (first === undefined || second === undefined) return 0;
  for (const [index, number] of first.numbers.entries()) {
    const difference = number - (second.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (first.preview === second.preview) return 0;
  // A preview comes before what it is a preview of.
  if (first.preview === "" || second.preview === "") return first.preview === "" ? 1 : -1;
  return first.preview < second.preview ? -1 : 1;
}

function parts(version: string): { readonly numbers: readonly number[]; readonly preview: string } | undefined {
  const found = /^v?(\d+)\.(\d+)\.(\d+)(?:-([^+]*))?/.exec(version);
  return found === null ? undefined : { numbers: found.slice(1, 4).map(Number), preview: found[4] ?? "" };
}
