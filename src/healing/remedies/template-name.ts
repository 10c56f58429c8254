import { flat } from "../../base/text.ts";
import type { Facts, FailedSheet, Proposal, Remedy } from "../remedy.ts";

/** A prompt names a variable that does not exist, and one of nearly the same name does. */
export const templateName: Remedy = {
  code: "H03",
  evidence: ({ job, failed }) => failed.flatMap((sheet) => proposal(job, sheet)),
};

const slip = /there is no variable "(?<wrong>[A-Za-z_]\w*)"[^;]*; did you mean "(?<meant>\w+)"\?/;

function proposal({ plan }: Facts["job"], { id, last }: FailedSheet): readonly Proposal[] {
  if (last?.trouble?.code !== "E603") return [];
  const { wrong, meant } = slip.exec(flat(last.trouble.detail))?.groups ?? {};
  const sheet = plan.sheets.find((one) => one.id === id);
  if (wrong === undefined || meant === undefined || sheet === undefined) return [];
  const name = new RegExp(String.raw`(?<=\{[{%][^}]*)\b${wrong}\b`, "g");
  const texts = [sheet.prompt, ...sheet.extensions].flatMap((place) => {
    const source = plan.texts[place];
    const text = source?.text.replaceAll(name, meant);
    return source === undefined || text === undefined || text === source.text
      ? []
      : [[place, { ...source, text }] as const];
  });
  if (texts.length === 0) return [];
  return [
    {
      code: "H03",
      kind: "suggested",
      sheets: [id],
      what: `the prompt of ${id} names ${wrong}, which is no variable; ${meant} is one`,
      steps: [`read ${wrong} as ${meant} in this job (the score's file stays as it is)`, `try ${id} once more`],
      act: { patch: { texts }, then: "retry" },
    },
  ];
}
