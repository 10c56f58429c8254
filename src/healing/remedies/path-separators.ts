import type { Check, Rule } from "../../score/plan/rule.ts";
import { failedOf } from "../../sheet/verdict.ts";
import type { Facts, FailedSheet, Remedy } from "../remedy.ts";

/** A rule names a file with the separators of another system. */
export const pathSeparators: Remedy = {
  code: "H02",
  evidence: ({ job, failed }) =>
    failed.flatMap((sheet) => {
      const wrong = wrongRules(job, sheet);
      const [first] = wrong;
      if (first === undefined) return [];
      const { before, after } = first;
      return [
        {
          code: "H02",
          kind: "automatic" as const,
          sheets: [sheet.id],
          what: `a validation of ${sheet.id} looks for ${before}, with backslashes, which no file here has in its name`,
          steps: [`look for ${after} instead`, `validate what ${sheet.id} left, or try it once more`],
          act: { patch: { rules: wrong.map(({ place, rule }) => [place, rule] as const) }, then: "judge-or-retry" },
        },
      ];
    }),
};

interface WrongRule {
  readonly place: number;
  readonly rule: Rule;
  readonly before: string;
  readonly after: string;
}

function wrongRules({ plan }: Facts["job"], { id, last }: FailedSheet): readonly WrongRule[] {
  const places = plan.sheets.find((sheet) => sheet.id === id)?.validations ?? [];
  return failedOf(last?.verdict ?? { kind: "unvalidated" }).flatMap(({ index }) => {
    const place = places[index];
    const rule = place === undefined ? undefined : plan.rules[place];
    const path = rule === undefined ? null : pathOf(rule.check);
    if (place === undefined || rule === undefined || path === null || !path.includes("\\")) return [];
    const after = path.replaceAll("\\", "/");
    return [{ place, rule: { ...rule, check: { ...rule.check, path: after } as Check }, before: path, after }];
  });
}

function pathOf(check: Check): string | null {
  return "path" in check && typeof check.path === "string" ? check.path : null;
}
