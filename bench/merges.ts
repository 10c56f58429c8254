import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeGit } from "../src/git/git.ts";
import { openObjects } from "../src/git/objects/objects.ts";
import type { Propose } from "../src/landing/merge/proposals/propose.ts";
import { type WayName, wayNames } from "../src/landing/merge/ways/proposal.ts";
import { askWorker } from "../src/landing/merge/worker/ask.ts";
import { processGroup } from "../src/process/tree/containment.ts";
import { ownerId } from "../src/process/tree/marker.ts";
import { makeRunProcess } from "../src/process/run/run.ts";
import { realWorld } from "../src/base/world/real-world.ts";
import { env } from "./landing/repository.ts";
import { type Case, check, openCases } from "./merges/case.ts";
import { type Contender, type Outcome, type Yard, landAll } from "./merges/land.ts";
import type { Part } from "./part.ts";
import { randomUUID } from "node:crypto";

/** Features that were made side by side on one base, and how many of them end up in one tree and work there. */
export const merges: Part = {
  name: "merges",
  takesFolder: true,
  summary:
    "features of real repositories that conflict: how many land and work in the end, by git and by each way to merge",
  defaultRounds: 1,
  numbers: { budget: 24 },
  run: async ({ folder = "", numbers, say }) => {
    const scratch = realpathSync(mkdtempSync(join(tmpdir(), "tutti-bench-merges-")));
    try {
      const cases = await openCases(folder, scratch);
      const totals = new Map<string, Outcome[]>();
      for (const one of cases) await measureCase(one, { scratch, budget: numbers["budget"] ?? 0, say, totals });
      const features = cases.reduce((sum, one) => sum + one.features.length, 0);
      say(
        `| way | landed of ${String(features)} | broken at the end | candidates tested | ms to propose one | conflict lines left to agents, of git's |`,
      );
      say("|---|---|---|---|---|---|");
      for (const [name, outcomes] of totals) say(row(name, outcomes));
      const all = totals.get("all ways") ?? [];
      const broken = sum(all, ({ broken: these }) => these.length);
      const landed = sum(all, ({ landed: these }) => these.length);
      return { ratio: broken > 0 ? 0 : landed / features, target: { atLeast: 14 / 29 } };
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
};

function sum(outcomes: readonly Outcome[], of: (outcome: Outcome) => number): number {
  return outcomes.reduce((total, outcome) => total + of(outcome), 0);
}

function row(name: string, outcomes: readonly Outcome[]): string {
  const [landed, broken, candidates] = [
    sum(outcomes, (one) => one.landed.length),
    sum(outcomes, (one) => one.broken.length),
    sum(outcomes, (one) => one.candidates),
  ];
  const ms = sum(outcomes, (one) => one.proposingMs);
  const [byGit, handedOver] = [sum(outcomes, (one) => one.left.byGit), sum(outcomes, (one) => one.left.handedOver)];
  const each = candidates === 0 ? "–" : (ms / candidates).toFixed(0);
  const left = byGit === 0 ? "–" : `${String(handedOver)} of ${String(byGit)}`;
  return `| ${[name, landed, broken, candidates, each, left].join(" | ")} |`;
}

interface Measuring {
  readonly scratch: string;
  readonly budget: number;
  readonly say: (line: string) => void;
  readonly totals: Map<string, Outcome[]>;
}

async function measureCase(one: Case, { scratch, budget, say, totals }: Measuring): Promise<void> {
  const git = benchGit(scratch);
  const objects = openObjects(git, join(one.repository, ".git"), "sha1");
  const yard: Yard = { git, objects, holds: remembered(one, scratch), budget, say };
  try {
    say(`${one.name}: ${String(one.features.length)} features`);
    for (const contender of contenders) {
      const outcome = await landAll(one, contender, yard);
      totals.set(contender.name, [...(totals.get(contender.name) ?? []), outcome]);
      const names = outcome.landed.map(({ name }) => name).join(" ");
      say(
        `  ${contender.name}: ${String(outcome.landed.length)} landed (${names}), ${String(outcome.broken.length)} broken`,
      );
    }
  } finally {
    await objects.close();
  }
}

const byWays =
  (ways: readonly WayName[]): Propose =>
  (path, texts) =>
    askWorker(realWorld, { path, texts, ways });

const contenders: readonly Contender[] = [
  { name: "git", propose: undefined, isProven: false, isOrdered: false },
  { name: "git, proven", propose: undefined, isProven: true, isOrdered: false },
  ...wayNames.map((name) => ({ name, propose: byWays([name]), isProven: true, isOrdered: false })),
  { name: "all ways, as given", propose: byWays(wayNames), isProven: true, isOrdered: false },
  { name: "all ways", propose: byWays(wayNames), isProven: true, isOrdered: true },
];

function remembered(one: Case, scratch: string): Yard["holds"] {
  const known = new Map<string, Promise<boolean>>();
  let places = 0;
  return (tree, feature) => {
    const key = `${tree} ${feature.name}`;
    const answer = known.get(key) ?? check(one, { tree, feature }, join(scratch, `check-${String((places += 1))}`));
    known.set(key, answer);
    return answer;
  };
}

function benchGit(scratch: string): ReturnType<typeof makeGit> {
  const emptyHome = join(scratch, "empty");
  mkdirSync(emptyHome, { recursive: true });
  const run = makeRunProcess({ containment: processGroup, owner: ownerId(randomUUID(), 1), clock: realWorld });
  return makeGit({ run, emptyHome, userEnvironment: env });
}
