import type { Part, PartOrder, PartResult } from "./part.ts";
import { chanceFrom } from "./seed.ts";
import { tryHanging, wedges } from "./special/hang-trial.ts";
import { type Place, places } from "./special/places.ts";
import { tryPlanting } from "./special/plant-trial.ts";
import { tryReading } from "./special/read-trial.ts";
import { things } from "./special/things.ts";

/**
 * Whatever lies where git or Tutti reads, nothing hangs: what can be captured is, the rest is told and stays, and
 * others go on.
 */
export const special: Part = {
  name: "special",
  summary:
    "pipes, sockets, devices, holes, huge lines, closed and endless paths wherever git or Tutti reads; --count: places",
  defaultCount: places.length,
  run: proveSpecial,
};

/** What one trial came to: `lost`, `untrue` and `hung` are counted apart. */
interface Found {
  readonly what: string;
  readonly cases: number;
  readonly lost: readonly string[];
  readonly untrue: readonly string[];
  readonly hung: readonly string[];
  readonly longestMs: number;
}

async function proveSpecial({ count, seed, say }: PartOrder): Promise<PartResult> {
  if (process.getuid?.() === 0) say("as root, modes deny nothing: what is closed to others is read and captured");
  const found: { readonly seed: number; readonly result: Found }[] = [];
  for (const [place, trial] of trialsOf(seed, count)) {
    const result = await trial
      .run()
      .catch((error: unknown) => ({ ...nothing, what: trial.what, hung: [String(error)] }));
    found.push({ seed: place, result });
    say(lineOf(result));
  }
  const sum = (of: (result: Found) => number): number => found.reduce((total, { result }) => total + of(result), 0);
  return {
    tried: sum(({ cases }) => cases),
    failures: found.flatMap(({ seed: own, result }) => {
      const wrong = [...result.lost, ...result.untrue, ...result.hung];
      return wrong.length === 0 ? [] : [{ seed: own, what: `${result.what}\n  ${wrong.slice(0, 8).join("\n  ")}` }];
    }),
    figures: {
      lost: sum(({ lost }) => lost.length),
      false: sum(({ untrue }) => untrue.length),
      hung: sum(({ hung }) => hung.length),
      "longest answer": `${String(Math.round(Math.max(0, ...found.map(({ result }) => result.longestMs))))} ms`,
    },
  };
}

interface Trial {
  readonly what: string;
  run(): Promise<Found>;
}

/** All of them; fewer by chance; a single one by its place in the list. */
function trialsOf(seed: number, count: number): readonly (readonly [number, Trial])[] {
  const all: readonly Trial[] = [...wedges.map(hanging), reading(), ...places.map(planting)];
  if (count === 1) return [[seed % all.length, all[seed % all.length] ?? reading()]];
  if (count >= places.length) return [...all.entries()];
  const chance = chanceFrom(seed);
  const order = [...all.entries()]
    .map((entry) => ({ entry, by: chance.whole(2 ** 30) }))
    .toSorted((one, other) => one.by - other.by);
  return order.slice(0, count).map(({ entry }) => entry);
}

const nothing = { cases: 0, lost: [], untrue: [], hung: [], longestMs: 0 };

function planting(place: Place): Trial {
  const what = `${things.map(({ name }) => name).join(", ")} at ${place.name}`;
  return {
    what: place.name,
    run: async () => {
      const planted = things.map((thing) => ({ id: `${thing.name}-x`, thing, place }));
      const { sheets, beside, answers, longestMs } = await tryPlanting(planted);
      const of = (kind: "lost" | "untrue" | "hung"): readonly string[] =>
        sheets.flatMap((sheet) => sheet[kind].map((text) => `${sheet.id}: ${text}`));
      const outcomes = sheets.map(({ id, outcome }) => `${id.replace(/-x$/, "")} ${outcome}`).join(", ");
      return {
        what: `${what}\n  | ${place.name} | ${outcomes} |`,
        cases: sheets.length,
        lost: of("lost"),
        untrue: of("untrue"),
        hung: [...of("hung"), ...beside, ...answers],
        longestMs,
      };
    },
  };
}

function hanging(wedge: (typeof wedges)[number]): Trial {
  const what = `a git that hangs at ${wedge} of Tutti's own store`;
  return {
    what,
    run: async () => {
      const { wrong, longestMs } = await tryHanging(wedge);
      return { ...nothing, what, cases: 1, hung: wrong, longestMs };
    },
  };
}

function reading(): Trial {
  const what = "scores, settings and validations";
  return {
    what,
    run: async () => {
      const { cases, wrong } = await tryReading();
      return { ...nothing, what, cases, hung: wrong };
    },
  };
}

function lineOf({ what, lost, untrue, hung, longestMs }: Found): string {
  const table = what.split("\n  ").at(-1) ?? what;
  const figures = `lost ${String(lost.length)}, false ${String(untrue.length)}, hung ${String(hung.length)}, longest answer ${String(Math.round(longestMs))} ms`;
  return `${table} ${figures}`;
}
