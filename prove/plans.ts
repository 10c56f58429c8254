import { draftFaults } from "../src/plan/draft/check.ts";
import { type Draft, readDraft } from "../src/plan/draft/draft.ts";
import { ancestorsOf, orderOverlaps } from "../src/plan/draft/graph.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { type Damage, damages } from "./plans/damage.ts";
import { type Chance, caseSeed, chanceFrom } from "./seed.ts";

/** No plan with a fault gets as far as an agent, and no plan without one is refused. */
export const plans: Part = {
  name: "plans",
  summary: "damaged plans of a planner are found before any work starts, and sound ones are not refused",
  defaultCount: 500,
  run: provePlans,
};

function provePlans({ count, seed, say }: PartOrder): Promise<PartResult> {
  say(`${count} plans, each sound and then damaged in one of ${damages.length} ways`);
  const trials = Array.from({ length: count }, (_, index) => trial(caseSeed(seed, index), index));
  return Promise.resolve({
    tried: count,
    failures: trials.flatMap(({ failures }) => failures),
    figures: {
      "ways of damage": new Set(trials.map(({ damage }) => damage.name)).size,
      "not found": trials.filter(({ isMissed }) => isMissed).length,
      "sound plans refused": trials.filter(({ isRefused }) => isRefused).length,
    },
  });
}

interface Trial {
  readonly damage: Damage;
  readonly isMissed: boolean;
  readonly isRefused: boolean;
  readonly failures: readonly { readonly seed: number; readonly what: string }[];
}

function trial(seed: number, index: number): Trial {
  const chance = chanceFrom(seed);
  // Every way gets its turn; a case that is tried again alone takes the first.
  const damage = damages[index % damages.length] ?? damages[0];
  const { draft, requirements } = soundPlan(chance);
  const sound = outcomeOf(JSON.stringify(draft), requirements);
  const damaged = outcomeOf(damage.apply(draft, chance), requirements);
  const isMissed = !damaged.includes(damage.found);
  const isRefused = sound.some((found) => found !== "overlap");
  return {
    damage,
    isMissed,
    isRefused,
    failures: [
      ...(isMissed ? [{ seed, what: `${damage.name}: found ${damaged.join(", ") || "nothing"}` }] : []),
      ...(isRefused ? [{ seed, what: `a sound plan is refused: ${sound.join(", ")}` }] : []),
    ],
  };
}

/** Codes of what is found; `overlap` where tasks are made to wait, and all that share a file do so afterwards. */
function outcomeOf(text: string, requirements: readonly string[]): readonly string[] {
  const read = readDraft(text);
  if (read.kind === "wrong") return read.faults.map(({ code }) => code);
  const ground = { requirements, exists: (path: string) => path.startsWith("src/old") };
  const faults = draftFaults(read.draft, ground);
  if (faults.length > 0) return faults.map(({ code }) => code);
  const { draft, overlaps } = orderOverlaps(read.draft);
  return overlaps.length > 0 && isSerial(draft) && draftFaults(draft, ground).length === 0 ? ["overlap"] : [];
}

function isSerial({ tasks }: Draft): boolean {
  const ancestors = ancestorsOf(tasks);
  const waits = (one: string, other: string): boolean => ancestors.get(one)?.has(other) === true;
  return tasks.every((one, place) =>
    tasks
      .slice(place + 1)
      .every(
        (other) =>
          waits(one.id, other.id) ||
          waits(other.id, one.id) ||
          !one.files.some(({ path }) => other.files.some((file) => file.path === path)),
      ),
  );
}

/** A plan as a good planner makes it: layers of tasks, each with a file of its own that later ones may change. */
function soundPlan(chance: Chance): { readonly draft: Draft; readonly requirements: readonly string[] } {
  const count = 2 + chance.whole(9);
  const tasks = Array.from({ length: count }, (_, place): Draft["tasks"][number] => {
    const before = Array.from({ length: place }, (__, earlier) => earlier).filter(() => chance.next() < 0.3);
    const changes = before
      .filter(() => chance.next() < 0.5)
      .map((earlier) => ({ path: `src/new${earlier}.ts`, new: false }));
    return {
      id: `task-${place}`,
      title: `Task ${place}`,
      description: "Do it.",
      kind: chance.pick(["feature", "fix", "testing", "documentation"]),
      after: before.map((earlier) => `task-${earlier}`),
      files: [{ path: `src/new${place}.ts`, new: true }, { path: `src/old${place + 10}.ts`, new: false }, ...changes],
      criteria: [{ text: "It is there.", ...(chance.next() < 0.5 ? { command: `test -f src/new${place}.ts` } : {}) }],
      covers: [`R${place + 1}`],
    };
  });
  return { draft: { goal: "All of it", tasks }, requirements: tasks.map((_, place) => `R${place + 1}`) };
}
