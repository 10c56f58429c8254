import type { EpochMs, SheetId } from "../../../../src/base/ids.ts";
import { seeded } from "../../../../src/learning/chance.ts";
import { patternFrom } from "../../../../src/learning/patterns/pattern.ts";
import type { Drawn } from "../../../../src/sheet/events/drawn.ts";
import { openReader, openStore } from "../../../../src/store/sqlite/open.ts";
import type { Kit } from "../../../kit/kit.ts";
import { makeOutcome } from "../../../kit/outcomes.ts";
import type { Played } from "../../../kit/perform.ts";
import { type Case, events, landed, once, shell } from "../case.ts";

/** An agent that leaves a file with its name. */
const agent = (name: string): object => shell(`echo >"$TUTTI_SHEET.${name}"`);
const named = { first: agent("first"), second: agent("second"), third: agent("third") };
const made = (kit: Kit): readonly string[] => landed(kit).filter((path) => path !== "a.txt");
const drawn = (played: Played, sheet: string): Drawn | undefined =>
  events(played, sheet).find((event) => event.kind === "started")?.drawn;

/** Keys about which agent a sheet gets. */
export const routingCases: readonly Case[] = [
  {
    fact: "rules choose by kind, labels, paths and size of the work; where none applies, its order does",
    reads: [
      ...["score.routing", "score.routing.agents", "score.routing.rules", "score.routing.rules.agent"],
      ...["score.routing.rules.kind", "score.routing.rules.labels", "score.routing.rules.paths"],
      ...["score.routing.rules.min_size", "score.routing.rules.max_size", "score.routing.rules.name"],
      ...["sheet.kind", "sheet.labels", "sheet.paths"],
    ],
    score: {
      agents: named,
      routing: {
        agents: ["first", "second"],
        rules: [
          { name: "by kind", kind: "special", agent: "third" },
          { labels: ["x"], agent: "third" },
          { paths: ["docs/**"], agent: "third" },
          { min_size: 5, max_size: 9, agent: "third" },
        ],
      },
      prompt: "-",
      sheets: [
        { id: "kind", kind: "special" },
        { id: "labels", labels: ["x", "y"] },
        { id: "paths", paths: ["docs/a.md"] },
        { id: "size", prompt: "1234567" },
        { id: "longer", prompt: "1234567890" },
        { id: "none" },
        { id: "own", agent: "second" },
      ],
    },
    seen: (kit, played) => [made(kit), drawn(played, "kind"), drawn(played, "own")],
    expected: [
      ["kind.third", "labels.third", "longer.first", "none.first", "own.second", "paths.third", "size.third"],
      { order: [2, 0, 1], routed: { by: "rule", why: "rule 1 (by kind) says so" } },
      undefined,
    ],
  },
  {
    fact: "rules choose by the time of the day and by what is left of the job's money",
    reads: ["score.routing.rules.hours", "score.routing.rules.cost_left_below"],
    score: {
      agents: named,
      cost: { per_job: 4 },
      routing: {
        agents: ["first"],
        rules: [
          { cost_left_below: 2, agent: "first" },
          { kind: "poor", cost_left_below: 5, agent: "second" },
          { kind: "timed", hours: "00:00-12:00", agent: "third" },
          { kind: "timed", hours: "12:00-00:00", agent: "third" },
          { kind: "never", hours: "00:00-00:00", agent: "third" },
        ],
      },
      prompt: "-",
      sheets: [
        { id: "poor", kind: "poor" },
        { id: "timed", kind: "timed" },
        { id: "never", kind: "never" },
      ],
    },
    seen: made,
    expected: ["never.first", "poor.second", "timed.third"],
  },
  {
    fact: "agents take turns, and the next of them takes over from one that fails",
    reads: ["score.routing.order"],
    score: {
      parallel: 1,
      agents: { ...named, broken: shell("exit 1") },
      routing: { agents: ["first", "broken", "second"], order: "round-robin" },
      retry: once,
      prompt: "-",
      sheets: [{ id: "a" }, { id: "b", after: ["a"] }],
    },
    seen: (kit, played) => [made(kit), drawn(played, "b")?.order],
    expected: [
      ["a.first", "b.second"],
      [1, 2, 0],
    ],
  },
  {
    fact: "with measured success, chance alone decides for the share that is held out",
    reads: ["score.routing.hold_out"],
    prepare: (kit) => recordAttempts(kit, 1_000, ({ isFirst, work }) => [isFirst === (work === "x") ? 0.9 : 0.1, 1]),
    score: {
      agents: { good: shell("exit 0"), bad: shell("exit 1") },
      routing: { agents: ["good", "bad"], order: "measured", hold_out: 0.5 },
      retry: once,
      prompt: "-",
      sheets: [{ id: "a", kind: "x", fan_out: 10 }],
    },
    seen: (_, played) =>
      played.job.sheets.map(({ id }) => {
        const { routed } = drawn(played, id) ?? {};
        return (routed?.by === "hold-out") === seeded(routed?.seed ?? "")() < 0.5;
      }),
    expected: Array.from({ length: 10 }, () => true),
  },
  {
    fact: "with measured success, an agent that is cheap and often fails is chosen only where the score says so",
    reads: ["score.routing.min_success"],
    prepare: (kit) => recordAttempts(kit, 6_000, ({ isFirst }) => (isFirst ? [0.9, 1] : [0.4, 0.01])),
    score: {
      agents: { good: shell("exit 0"), bad: shell("exit 1") },
      routing: { agents: ["good", "bad"], order: "measured", min_success: 0 },
      retry: once,
      prompt: "-",
      sheets: [{ id: "a", kind: "x", fan_out: 4 }],
    },
    seen: (_, played) =>
      played.job.sheets.map(({ id }) => {
        const { order, routed } = drawn(played, id) ?? {};
        return routed?.by === "hold-out" || order?.[0] === 1;
      }),
    expected: [true, true, true, true],
  },
  {
    fact: "prompts get notes from earlier work by chance, as data, and what is shown is in the journal",
    reads: ["score.learning", "score.learning.prompts", "score.learning.most"],
    prepare: (kit) => notePatterns(kit, ["first note", "second note"]),
    score: {
      agents: { reader: shell('cat "$TUTTI_PROMPT_FILE" >"$TUTTI_SHEET.prompt"') },
      agent: "reader",
      learning: { prompts: true, most: 1 },
      prompt: "Do it.",
      sheets: [{ id: "a", fan_out: 6 }],
    },
    seen: (kit, played) =>
      played.job.sheets.map(({ id }) => {
        const { shown = [], held = [] } = drawn(played, id) ?? {};
        const isNoted = kit.at("main", `${id}.prompt`).includes("\n> first note\n");
        return [[...shown, ...held].length, isNoted === (shown.length === 1)];
      }),
    expected: Array.from({ length: 6 }, () => [1, true]),
  },
  {
    fact: "a score may keep its attempts out of the records",
    reads: ["score.learning.records"],
    score: { agent: agent("x"), learning: { records: false }, prompt: "-", sheets: [{ id: "a" }] },
    seen: async ({ home }) => {
      const store = await openReader(home);
      const outcomes = await store?.outcomes(10);
      await store?.close();
      return outcomes?.length;
    },
    expected: 0,
  },
];

async function notePatterns({ home }: Kit, texts: readonly string[]): Promise<void> {
  const store = await openStore(home);
  const by = { work: null, agent: null, by: "person" } as const;
  await store.journal.append(
    texts.map((text) => ({
      about: "pattern",
      change: { kind: "added", pattern: patternFrom({ text, ...by }, 1 as EpochMs) },
    })),
  );
  await store.close();
}

interface Recorded {
  readonly isFirst: boolean;
  readonly work: string;
}

/** Attempts of two agents at two kinds of work, chosen by chance. `truth`: the success and the cost of one. */
async function recordAttempts(
  { home }: Kit,
  count: number,
  truth: (of: Recorded) => readonly [rate: number, usd: number],
): Promise<void> {
  const store = await openStore(home);
  const chance = seeded("attempts");
  const entries = Array.from({ length: count }, (_, index) => {
    const isFirst = chance() < 0.5;
    const work = chance() < 0.5 ? "x" : "y";
    const [rate, usd] = truth({ isFirst, work });
    const outcome = makeOutcome({
      sheet: `s${String(index)}` as SheetId,
      startedAt: index as EpochMs,
      work,
      agent: isFirst ? "sh -c exit 0" : "sh -c exit 1",
      usd,
      fate: chance() < rate ? "landed" : "failed",
      drawn: { routed: { by: "order", why: "chance chose it", share: 0.5 } },
    });
    return { about: "outcome", change: { kind: "begun", outcome } } as const;
  });
  await store.journal.append(entries);
  await store.close();
}
