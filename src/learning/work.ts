import type { Plan, SheetPlan } from "../score/plan/plan.ts";
import type { Check } from "../score/plan/rule.ts";

/** The known facts of a piece of work before an agent gets it. */
export interface Work {
  readonly kind: string;
  /** Characters of its prompt, as written. */
  readonly size: number;
  readonly paths: readonly string[];
  readonly labels: readonly string[];
}

export function workOf(plan: Pick<Plan, "texts" | "rules">, sheet: SheetPlan): Work {
  const prompt = plan.texts[sheet.prompt]?.text ?? "";
  const { kind = null, labels = [], paths = [] } = sheet.work ?? {};
  const findings = findingsOf(plan, sheet);
  return {
    kind: kind ?? (findings === undefined ? kindOfWork(sheet.title, prompt) : `fix/${findings.tool || "findings"}`),
    size: prompt.length,
    labels,
    paths: paths.length > 0 ? paths : (findings?.fixes?.files ?? []),
  };
}

/** Work that a quality tool judges is of the kind `fix/TOOL`: tools differ more than prompts do. */
function findingsOf({ rules }: Pick<Plan, "rules">, sheet: SheetPlan): Findings | undefined {
  for (const place of sheet.validations) {
    const check = rules[place]?.check;
    if (check?.kind === "findings") return check;
  }
  return undefined;
}

type Findings = Extract<Check, { readonly kind: "findings" }>;

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
