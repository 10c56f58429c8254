import type { TreeSha } from "../../src/base/ids.ts";
import type { Layer } from "../../src/landing/candidate.ts";
import type { Gate } from "../../src/landing/gates/gate.ts";
import type { SheetPromise, Promiser } from "../../src/landing/promises/promise.ts";
import type { GroundTurns, MemoryGit } from "../../test/kit/memory-ground.ts";

/** A run on a tree, which stays until its end is chosen. */
export interface Running {
  readonly key: string;
  /** As the tree is, or the other way round. */
  readonly answer: (isFlake: boolean) => void;
  readonly fail: (error: Error) => void;
}

export interface Tests extends Pick<GroundTurns, "gates" | "validate"> {
  /** The promise of some sheets of a job: that no file is rude. */
  readonly promised: NonNullable<GroundTurns["promised"]>;
  readonly keeps: NonNullable<GroundTurns["keeps"]>;
  readonly running: () => readonly Running[];
  /** Somebody said so of this tree, and was not called off before. */
  readonly hasPassed: (what: string, tree: TreeSha) => boolean;
  /** How many runs there were in all. */
  readonly runs: () => number;
  /** Somebody did something: what was said of a tree may have to be asked anew. */
  readonly disturbed: () => void;
  readonly forget: () => void;
}

/**
 * What trees are tested for. As the real ground does, it remembers what was said of a tree, so that nothing is run on
 * it twice; what is wrong is to run something beside itself, for then nothing could be remembered.
 */
export function makeTests(git: MemoryGit, wrong: (text: string) => void): Tests {
  let running: Running[] = [];
  let answered = new Map<string, unknown>();
  const passed = new Set<string>();
  let runs = 0;
  const start = <T>(
    key: string,
    { cancel, called, end }: { cancel: AbortSignal; called: T; end: (isFlake: boolean) => T },
  ): Promise<T> => {
    if (running.some((one) => one.key === key)) wrong(`${key} is run beside itself`);
    if (answered.has(key)) return Promise.resolve(answered.get(key) as T);
    runs += 1;
    return new Promise((resolve, reject) => {
      const leaving = (then: () => void): void => {
        running = running.filter((one) => one !== item);
        then();
      };
      const answer = (isFlake: boolean): void => {
        const said = end(isFlake);
        answered.set(key, said);
        leaving(() => resolve(said));
      };
      const item: Running = { key, answer, fail: (error) => leaving(() => reject(error)) };
      running.push(item);
      cancel.addEventListener("abort", () => leaving(() => resolve(called)));
    });
  };
  return {
    running: () => running,
    ...politeness(git),
    hasPassed: (what, tree) => passed.has(`${what} on ${tree}`),
    runs: () => runs,
    disturbed: () => {
      answered = new Map();
    },
    forget: () => {
      running = [];
      answered = new Map();
    },
    gates: ({ ref, tree, head, gates, promises, cancel }) =>
      start<string | null>(
        `gates ${[...gates, ...promises].map(({ digest, isQuick }) => (isQuick ? `${digest} since ${head.tree}` : digest)).join("+")} on ${tree} for ${ref}`,
        {
          cancel,
          // The worst that a test which was called off can say.
          called: null,
          end: (isFlake) => {
            const said = saidBy(failingGate(git, tree, gates), gates, isFlake);
            if (said === null) for (const { name } of gates) passed.add(`${name} on ${tree}`);
            return said;
          },
        },
      ),
    validate: (layer, cancel) => {
      const end = (isFlake: boolean): boolean => {
        const isGood = isSpoilt(git, layer.tree) === isFlake;
        if (isGood) passed.add(`${nameOf(layer)} on ${layer.tree}`);
        return isGood;
      };
      return start<boolean>(`validations of ${nameOf(layer)} on ${layer.tree}`, { cancel, called: true, end });
    },
  };
}

/** The truth, or the other way round. */
function saidBy(failed: string | null, gates: readonly Gate[], isFlake: boolean): string | null {
  if (!isFlake) return failed;
  return failed === null ? (gates[0]?.name ?? null) : null;
}

function nameOf({ candidate: { job, sheet, attempt } }: Layer): string {
  return `${job.id}/${sheet.id}/${String(attempt)}`;
}

/** One gate minds what is bad, and two that do not go together; the other minds something else. */
function failingGate(git: MemoryGit, tree: TreeSha, gates: readonly Gate[]): string | null {
  const contents = new Set(Object.values(git.filesIn(tree)));
  const fails: Readonly<Record<string, boolean>> = {
    g: contents.has("bad") || (contents.has("left") && contents.has("right")),
    h: contents.has("worse"),
  };
  return gates.find(({ name }) => fails[name] === true)?.name ?? null;
}

function politeness(git: MemoryGit): Pick<Tests, "promised" | "keeps"> {
  return {
    promised: (promiser) => (promiser.sheet.id < "s2" ? [askOf(promiser)] : []),
    keeps: (tree) => isPolite(git, tree),
  };
}

function askOf(promiser: Promiser): SheetPromise {
  const name = `${promiser.job.id}/${promiser.sheet.id}`;
  return {
    name,
    digest: name,
    timeoutMs: 1_000,
    isQuick: false,
    by: [promiser],
    part: "commands",
    count: 1,
    programs: [],
  };
}

function isPolite(git: MemoryGit, tree: TreeSha): boolean {
  return !Object.values(git.filesIn(tree)).includes("rude");
}

function isSpoilt(git: MemoryGit, tree: TreeSha): boolean {
  return Object.values(git.filesIn(tree)).includes("spoilt");
}

/** The repair that a person would make on a target that accepts no landing. */
export const troubling: readonly string[] = ["bad", "left", "worse", "spoilt"];
