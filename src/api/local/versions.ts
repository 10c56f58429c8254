import type { Hello } from "../results.ts";
import type { StartedBy } from "./running.ts";

/** What a client makes of the conductor that let it in: one of another protocol does not. */
export type Meeting =
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
  // Whoever keeps one in the foreground would not know the one in its place.
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

/** Below 0 when the first is older. What is no version is like any other. */
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
