import type { Landed } from "../../src/landing/candidate.ts";
import { resultsOf } from "../../src/sheet/verdict.ts";
import type { JobId, SheetId } from "../../src/base/ids.ts";
import { isKept } from "../../src/landing/promises/standing.ts";
import { refOf } from "../../test/kit/memory-ground.ts";
import type { House } from "./house.ts";

/**
 * What may not be when a target is about to move: something untested in what lands, or a job that lands elsewhere by
 * now.
 */
export function landingWrongs(
  { git, tests, books }: Pick<House, "git" | "tests" | "books">,
  ref: string,
  stack: readonly Landed[],
): readonly string[] {
  const last = stack.at(-1);
  const gates = new Set(stack.flatMap(({ candidate }) => candidate.job.plan.landing.gates.map(({ name }) => name)));
  const untested =
    last === undefined
      ? []
      : [...gates]
          .filter((gate) => !tests.hasPassed(gate, last.tree))
          .map((gate) => `${last.tree} lands, and gate ${gate} never passed it`);
  return [
    ...untested,
    ...brokenPromises({ git, tests }, stack),
    ...stack.flatMap(({ candidate, tree }) => {
      const { job, sheet, attempt, capture, verdict } = candidate;
      const name = `${job.id}/${sheet.id}/${String(attempt)}`;
      const now = books.find((book) => book.job().id === job.id)?.job();
      const isElsewhere = now !== undefined && refOf(now) !== ref;
      const isToValidate =
        job.plan.landing.revalidate && resultsOf(verdict).length > 0 && git.treeOf(git.filesOf(capture)) !== tree;
      return [
        ...(isElsewhere ? [`${name} lands on ${ref}, but its job has gone elsewhere`] : []),
        ...(isToValidate && !tests.hasPassed(name, tree)
          ? [`${name} lands, and its validations never passed the merged tree`]
          : []),
      ];
    }),
  ];
}

/**
 * Nobody lands on what was promised meanwhile and breaks it, unless it was broken already at some point since it was
 * made.
 */
function brokenPromises({ git, tests }: Pick<House, "git" | "tests">, stack: readonly Landed[]): readonly string[] {
  const [first] = stack;
  const last = stack.at(-1);
  if (first === undefined || last === undefined) return [];
  const line = git.history(first.parent);
  return stack.flatMap(({ candidate }, place) => {
    const seen = new Set(git.history(candidate.base).map(({ id }) => id));
    const landed = line.flatMap(({ id, of }, at) =>
      of === null || seen.has(id) || !isHeld(line.slice(0, at + 1)) ? [] : [of],
    );
    const below = (isHeld(line.slice(0, 1)) ? stack.slice(0, place) : []).map((one) => ({
      job: one.candidate.job.id,
      sheet: one.candidate.sheet.id,
    }));
    return [...landed, ...below]
      .filter((other) => isKept(candidate, other))
      .flatMap(({ job, sheet }) =>
        tests.promised({
          ...candidate,
          job: { ...candidate.job, id: job as JobId },
          sheet: { ...candidate.sheet, id: sheet as SheetId },
        }),
      )
      .filter((ask) => !tests.keeps(last.tree, ask))
      .map(({ name }) => `${candidate.job.id}/${candidate.sheet.id} lands and breaks what ${name} promised`);
  });
  /** On all of these trees, everybody's promises. */
  function isHeld(commits: typeof line): boolean {
    return commits.every(({ tree }) => !Object.values(git.filesIn(tree)).includes("rude"));
  }
}
