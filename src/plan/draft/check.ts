import { firstFew } from "../../base/text.ts";
import type { Draft, Task } from "./draft.ts";
import type { Fault } from "./fault.ts";
import { ancestorsOf, cycleIn } from "./graph.ts";

/** The facts that a plan is compared with. */
export interface Ground {
  /** The ids of what was asked for. */
  readonly requirements: readonly string[];
  /** Whether the repository has a file of this name. */
  readonly exists: (path: string) => boolean;
}

/** All that is wrong with a plan, before anything is spent on it; none: every promise of docs/plan.md holds. */
export function draftFaults(draft: Draft, ground: Ground): readonly Fault[] {
  const links = [...idFaults(draft.tasks), ...linkFaults(draft.tasks)];
  // The rest follows the links, which have to lead somewhere.
  return links.length > 0
    ? [...links, ...coverFaults(draft.tasks, ground)]
    : [...coverFaults(draft.tasks, ground), ...aimFaults(draft.tasks), ...fileFaults(draft.tasks, ground)];
}

/** Paths that a plan names, as far as they can be looked for. */
export function pathsOf({ tasks }: Draft): readonly string[] {
  return [...new Set(tasks.flatMap(({ files }) => files.map(({ path }) => path)))].filter(isPlain);
}

function idFaults(tasks: readonly Task[]): readonly Fault[] {
  const seen = new Set<string>();
  return tasks.flatMap(({ id }): readonly Fault[] => {
    const isDouble = seen.has(id);
    seen.add(id);
    return isDouble ? [{ code: "double_id", where: id, why: "another task has this id" }] : [];
  });
}

function linkFaults(tasks: readonly Task[]): readonly Fault[] {
  const known = new Set(tasks.map(({ id }) => id));
  const unknown = tasks.flatMap(({ id, after }) =>
    after
      .filter((before) => !known.has(before))
      .map((before): Fault => ({ code: "unknown_task", where: id, why: `comes after ${before}, which is no task` })),
  );
  const cycle = cycleIn(tasks);
  return cycle === null
    ? unknown
    : [
        ...unknown,
        { code: "cycle", where: cycle[0] ?? "", why: `waits for itself: ${cycle.toReversed().join(" → ")}` },
      ];
}

function coverFaults(tasks: readonly Task[], { requirements }: Ground): readonly Fault[] {
  const known = new Set(requirements);
  const covered = new Set(tasks.flatMap(({ covers }) => covers));
  return [
    ...tasks.flatMap(({ id, covers }) =>
      covers
        .filter((name) => !known.has(name))
        .map(
          (name): Fault => ({
            code: "unknown_requirement",
            where: id,
            why: `covers ${JSON.stringify(name)}; the requirements are ${firstFew(requirements, 20)}`,
          }),
        ),
    ),
    ...requirements
      .filter((name) => !covered.has(name))
      .map((name): Fault => ({ code: "uncovered", where: name, why: "no task covers this requirement" })),
  ];
}

/** A task that nothing asked for needs would be paid for, reviewed and landed all the same. */
function aimFaults(tasks: readonly Task[]): readonly Fault[] {
  const ancestors = ancestorsOf(tasks);
  const aimed = new Set(
    tasks.flatMap(({ id, covers }) => (covers.length === 0 ? [] : [id, ...(ancestors.get(id) ?? [])])),
  );
  return tasks
    .filter(({ id }) => !aimed.has(id))
    .map(
      ({ id }): Fault => ({
        code: "aimless",
        where: id,
        why: "covers no requirement, and no task that does comes after it",
      }),
    );
}

function fileFaults(tasks: readonly Task[], { exists }: Ground): readonly Fault[] {
  const ancestors = ancestorsOf(tasks);
  const makers = new Map<string, string[]>();
  for (const { id, files } of tasks)
    for (const { path, new: isNew } of files) if (isNew) makers.set(path, [...(makers.get(path) ?? []), id]);
  const ofTask = ({ id, files }: Task): readonly Fault[] =>
    files.flatMap(({ path, new: isNew }): readonly Fault[] => {
      const fault = (code: Fault["code"], why: string): readonly Fault[] => [
        { code, where: id, why: `${JSON.stringify(path)} ${why}` },
      ];
      if (!isPlain(path)) return fault("bad_path", "is not the path of a file in the repository");
      const made = makers.get(path) ?? [];
      if (isNew && exists(path)) return fault("not_new", "is marked as new, and the repository has it");
      if (isNew || exists(path)) return [];
      const isEarlier = made.some((maker) => ancestors.get(id)?.has(maker) === true);
      return isEarlier
        ? []
        : fault(
            "missing_file",
            made.length === 0
              ? "does not exist; mark it as new, or name a file that does"
              : `is made by ${made.join(", ")}, which this task does not come after`,
          );
    });
  const twice = [...makers]
    .filter(([, ids]) => new Set(ids).size > 1)
    .map(
      ([path, ids]): Fault => ({
        code: "made_twice",
        where: ids[0] ?? "",
        why: `${JSON.stringify(path)} is made by ${ids.join(" and by ")}; one makes it, the others come after that`,
      }),
    );
  return [...tasks.flatMap(ofTask), ...twice];
}

/** A path below the repository, as git writes it: no globs, no folders, nothing of git's own. */
function isPlain(path: string): boolean {
  const steps = path.split("/");
  return (
    !/[\p{Cc}*?\\]/u.test(path) &&
    !path.startsWith("/") &&
    !path.startsWith("~") &&
    steps.every((step) => step !== "" && step !== "." && step !== ".." && step.toLowerCase() !== ".git")
  );
}
