import type { Landed } from "../../src/landing/candidate.ts";
import { resultsOf } from "../../src/sheet/verdict.ts";
import { refOf } from "../../test/kit/memory-ground.ts";
import type { House } from "./house.ts";

/** What may not be when a target is about to move: something untested in what lands, or a job that lands elsewhere by now. */
export function landingWrongs({ git, tests, books }: Pick<House, "git" | "tests" | "books">, ref: string, stack: readonly Landed[]): readonly string[] {
  const last = stack.at(-1);
  const gates = new Set(stack.flatMap(({ candidate }) => candidate.job.plan.landing.gates.map(({ name }) => name)));
  const untested =
    last === undefined
      ? []
      : [...gates].filter((gate) => !tests.hasPassed(gate, last.tree)).map((gate) => `${last.tree} lands, and gate ${gate} never passed it`);
  return [
    ...untested,
    ...stack.flatMap(({ candidate, tree }) => {
      const { job, sheet, attempt, capture, verdict } = candidate;
      const name = `${job.id}/${sheet.id}/${String(attempt)}`;
      const now = books.find((book) => book.job().id === job.id)?.job();
      const isElsewhere = now !== undefined && refOf(now) !== ref;
      const isToValidate = job.plan.landing.revalidate && resultsOf(verdict).length > 0 && git.treeOf(git.filesOf(capture)) !== tree;
      return [
        ...(isElsewhere ? [`${name} lands on ${ref}, but its job has gone elsewhere`] : []),
        ...(isToValidate && !tests.hasPassed(name, tree) ? [`${name} lands, and its validations never passed the merged tree`] : []),
      ];
    }),
  ];
}
