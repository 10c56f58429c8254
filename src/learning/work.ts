import type { Plan, SheetPlan } from "../score/plan/plan.ts";

/** What is known of a piece of work before an agent gets it. */
export interface Work {
  readonly kind: string;
  /** Characters of its prompt, as written. */
  readonly size: number;
  readonly paths: readonly string[];
  readonly labels: readonly string[];
}

export function workOf(plan: Pick<Plan, "texts" | "rules">, sheet: SheetPlan): Work {
  const prompt = plan.texts[sheet.prompt]?.text ?? "";
  return { kind: kindOfSheet(plan, sheet, prompt), size: prompt.length, paths: [], labels: [] };
}

/** Work that a quality tool judges is of the kind `fix/TOOL`: tools differ more than prompts do. */
function kindOfSheet({ rules }: Pick<Plan, "rules">, sheet: SheetPlan, prompt: string): string {
  for (const place of sheet.validations) {
    const check = rules[place]?.check;
    if (check?.kind === "findings") return `fix/${check.tool === "" ? "findings" : check.tool}`;
  }
  return kindOfWork(sheet.title, prompt);
}

/** The first kind with a word in the title, else in the first line of the prompt that has one. */
export function kindOfWork(title: string, prompt = ""): string {
  const firstLine = prompt.split("\n").find((line) => line.trim() !== "") ?? "";
  return kindIn(title) ?? kindIn(firstLine) ?? "general";
}

/** Whole words only: a contest is no test, and a documented bug no documentation. */
const words: readonly (readonly [kind: string, words: RegExp])[] = [
  ["prototyping", /\b(?:prototypes?|prototyping|proof of concept|poc|mvp|spike|scaffold|sketch)\b/iu],
  ["refactoring", /\b(?:refactor|refactoring|restructure|reorganise|reorganize|clean ?up|simplify|rename|extract)\b/iu],
  ["testing", /\b(?:tests?|testing|test coverage|coverage|e2e)\b/iu],
  ["documentation", /\b(?:docs?|documentation|document|readme|docstrings?|changelog|tutorial)\b/iu],
];

function kindIn(text: string): string | undefined {
  return words.find(([, pattern]) => pattern.test(text))?.[0];
}
