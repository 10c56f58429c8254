import { listOf } from "../../base/text.ts";
import type { Rule } from "../../score/plan/rule.ts";
import { failedOf } from "../../sheet/verdict.ts";
import type { Facts, FailedSheet, Remedy } from "../remedy.ts";

/**
 * A command that fails on a result may pass on the same tree: then it says nothing. It is run again there, and put into
 * quarantine where it passes: it gets one more try in this job, which is recorded.
 */
export const flakyValidation: Remedy = {
  code: "H09",
  evidence: ({ job, failed }) =>
    failed.flatMap((sheet) => {
      const commands = failedCommands(job, sheet);
      // An agent that did not finish left no result to judge.
      const isWhole = sheet.last?.trouble === null && sheet.last.capture !== null && sheet.last.changed;
      if (commands.length === 0 || !isWhole) return [];
      return [
        {
          code: "H09",
          kind: "automatic" as const,
          sheets: [sheet.id],
          what: `a command failed on the result of ${sheet.id}, whose agent ended well: ${listOf(commands.map(({ shown }) => shown))}`,
          steps: [
            `run the validations of ${sheet.id} again on the same result`,
            "if they pass: put the command into quarantine (one more try in this job), and land the result",
          ],
          act: { patch: { rules: commands.map(({ place, rule }) => [place, rule] as const) }, then: "judge" },
        },
      ];
    }),
};

function failedCommands(
  { plan }: Facts["job"],
  { id, last }: FailedSheet,
): readonly { readonly place: number; readonly rule: Rule; readonly shown: string }[] {
  const places = plan.sheets.find((sheet) => sheet.id === id)?.validations ?? [];
  const all = failedOf(last?.verdict ?? { kind: "unvalidated" });
  const found = all.flatMap(({ index, description, promisedBy }) => {
    const place = places[index];
    const rule = place === undefined || promisedBy !== undefined ? undefined : plan.rules[place];
    return place === undefined || rule?.check.kind !== "command_succeeds"
      ? []
      : [
          {
            place,
            shown: description.replace(/ succeeds$/, ""),
            rule: { ...rule, retries: Math.max(1, rule.retries) },
          },
        ];
  });
  // Other failures are no matter of chance.
  return found.length === all.length ? found : [];
}
