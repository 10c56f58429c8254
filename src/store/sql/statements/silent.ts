import { TuttiError } from "../../../base/error.ts";
import type { Entry } from "../../entry.ts";
import type { Dialect } from "../dialect.ts";
import { prepareDeliveries } from "./deliveries.ts";
import { prepareFixes } from "./fixes.ts";
import { prepareOutcomes } from "./outcomes.ts";
import { preparePatterns } from "./patterns.ts";
import { prepareQueues } from "./queues.ts";
import { prepareForgetting } from "./retention.ts";
import { prepareTallies } from "./tallies.ts";
import { prepareVerdicts } from "./verdicts.ts";

const kinds = [
  ...(["request", "verdict", "queue", "trial", "tallies", "outcome", "pattern"] as const),
  ...(["forgotten", "deliveries", "fix", "fleet"] as const),
];

type SilentKind = (typeof kinds)[number];
type Silent = Extract<Entry, { about: SilentKind }>;

/** Those that the journal has no row for. */
export function isSilent(entry: Entry): entry is Silent {
  return (kinds as readonly string[]).includes(entry.about);
}

type WriteSilent = { readonly [K in SilentKind]: (entry: Extract<Entry, { about: K }>) => void };

export function prepareSilent(dialect: Dialect): WriteSilent {
  // The first answer counts.
  const request = dialect.prepare(
    "insert into request (key, method, at, result) values (?, ?, ?, ?) on conflict do nothing",
  );
  const verdict = prepareVerdicts(dialect);
  const queue = prepareQueues(dialect);
  const tallies = prepareTallies(dialect);
  const outcome = prepareOutcomes(dialect);
  const pattern = preparePatterns(dialect);
  const forget = prepareForgetting(dialect);
  return {
    request: ({ key, method, at, result }) => {
      request(key, method, at, JSON.stringify(result ?? null));
    },
    verdict: ({ change }) => {
      verdict(change);
    },
    queue,
    trial: queue,
    tallies: (entry) => {
      tallies(entry.tallies);
    },
    outcome: ({ change }) => {
      outcome(change);
    },
    pattern: ({ change }) => {
      pattern(change);
    },
    forgotten: ({ what }) => {
      forget(what);
    },
    deliveries: prepareDeliveries(dialect),
    fix: prepareFixes(dialect),
    fleet: () => {
      // A fleet needs a database that other machines reach.
      throw new TuttiError("bug.unexpected", "the embedded store keeps nothing of a fleet", { audience: "bug" });
    },
  };
}
