import type { Draft } from "../../src/plan/draft/draft.ts";
import type { FaultCode } from "../../src/plan/draft/fault.ts";
import type { Chance } from "../seed.ts";

/** One way in which a planner goes wrong, and how it has to be found. */
export interface Damage {
  readonly name: string;
  /** `overlap`: no fault, but the two tasks must be made to wait for each other. */
  readonly found: FaultCode | "overlap";
  readonly apply: (draft: Draft, chance: Chance) => string;
}

type Task = Draft["tasks"][number];

const changed = (draft: Draft, at: number, more: Partial<Task>): string =>
  JSON.stringify({ ...draft, tasks: draft.tasks.map((task, place) => (place === at ? { ...task, ...more } : task)) });

/** One task of the plan, and its place. */
function some({ tasks }: Draft, chance: Chance): readonly [number, Task] {
  const at = chance.whole(tasks.length);
  return [at, tasks[at] as Task];
}

const of = (name: string, found: Damage["found"], apply: Damage["apply"]): Damage => ({ name, found, apply });

export const damages: readonly [Damage, ...Damage[]] = [
  of(
    "prose instead of data",
    "data",
    ({ goal, tasks }) => `${goal}\n\n${tasks.map(({ title }) => `1. ${title}`).join("\n")}`,
  ),
  of("data cut short", "data", (draft, chance) => {
    const text = JSON.stringify(draft);
    return text.slice(0, 1 + chance.whole(text.length - 2));
  }),
  of("prose around the data", "data", (draft) => `Here is the plan:\n${JSON.stringify(draft)}`),
  of("a list instead of an object", "shape", ({ tasks }) => JSON.stringify(tasks)),
  of("a key of its own", "shape", (draft, chance) => {
    const [at] = some(draft, chance);
    return changed(draft, at, { priority: 1 } as object);
  }),
  of("a task without a criterion", "shape", (draft, chance) =>
    changed(draft, some(draft, chance)[0], { criteria: [] }),
  ),
  of("a kind that is none", "shape", (draft, chance) =>
    changed(draft, some(draft, chance)[0], { kind: "magic" as Task["kind"] }),
  ),
  of("an id with blanks", "shape", (draft, chance) => changed(draft, some(draft, chance)[0], { id: "Do it" })),
  of("a number for a title", "shape", (draft, chance) =>
    changed(draft, some(draft, chance)[0], { title: 7 as unknown as string }),
  ),
  of("a title of two lines", "shape", (draft, chance) => changed(draft, some(draft, chance)[0], { title: "a\nb" })),
  of("too many tasks", "shape", (draft) => {
    const [first] = draft.tasks;
    return JSON.stringify({ ...draft, tasks: Array.from({ length: 61 }, (_, n) => ({ ...first, id: `t${n}` })) });
  }),
  of("endless text", "size", (draft) => JSON.stringify({ ...draft, goal: "x".repeat(600_000) })),
  of("an id that is there twice", "double_id", (draft, chance) => {
    const at = 1 + chance.whole(draft.tasks.length - 1);
    return changed(draft, at, { id: draft.tasks[0]?.id ?? "" });
  }),
  of("a task that waits for one that is not there", "unknown_task", (draft, chance) =>
    changed(draft, some(draft, chance)[0], { after: ["nowhere"] }),
  ),
  of("a task that waits for itself", "cycle", (draft, chance) => {
    const [at, { id }] = some(draft, chance);
    return changed(draft, at, { after: [id] });
  }),
  of("a circle through several tasks", "cycle", (draft) => {
    const ids = draft.tasks.map(({ id }) => id);
    const tasks = draft.tasks.map((task, at) => ({ ...task, after: [ids.at(at - 1) ?? ""] }));
    return JSON.stringify({ ...draft, tasks });
  }),
  of("a requirement that no task covers", "uncovered", (draft, chance) => {
    const lost = some(draft, chance)[1].covers[0];
    const tasks = draft.tasks.map((task) => ({ ...task, covers: task.covers.filter((name) => name !== lost) }));
    return JSON.stringify({ ...draft, tasks });
  }),
  of("a requirement that was never asked for", "unknown_requirement", (draft, chance) => {
    const [at, { covers }] = some(draft, chance);
    return changed(draft, at, { covers: [...covers, "R99"] });
  }),
  of("work that nothing asked for", "aimless", (draft) =>
    JSON.stringify({
      ...draft,
      tasks: [...draft.tasks, { ...draft.tasks[0], id: "more", after: [], covers: [], files: [] }],
    }),
  ),
  of("a file that is not there", "missing_file", (draft, chance) =>
    changed(draft, some(draft, chance)[0], { files: [{ path: "src/imagined.ts", new: false }] }),
  ),
  of("a new file that is there", "not_new", (draft, chance) =>
    changed(draft, some(draft, chance)[0], { files: [{ path: `src/old${chance.whole(9)}.ts`, new: true }] }),
  ),
  of("a file that two tasks make", "made_twice", (draft, chance) => {
    const at = 1 + chance.whole(draft.tasks.length - 1);
    const { files = [], after = [], id } = draft.tasks[at] ?? {};
    const [first] = draft.tasks;
    const made = first?.files.find(({ new: isNew }) => isNew)?.path ?? "";
    return changed(draft, at, {
      ...(id === undefined ? {} : { id }),
      files: [...files, { path: made, new: true }],
      after,
    });
  }),
  of("a path out of the repository", "bad_path", (draft, chance) => {
    const path = chance.pick([
      "../../etc/passwd",
      "/etc/passwd",
      ".git/config",
      "src/../../x",
      "~/.ssh/id",
      "src/*.ts",
    ]);
    return changed(draft, some(draft, chance)[0], { files: [{ path, new: true }] });
  }),
  of("write sets that overlap", "overlap", (draft) => {
    const tasks = draft.tasks.map((task) => ({
      ...task,
      after: [],
      files: [{ path: "src/old0.ts", new: false }],
    }));
    return JSON.stringify({ ...draft, tasks });
  }),
];
