import type { Look } from "./look.ts";
import { namesInCondition, namesInTemplate } from "./template-names.ts";
import { textsOf } from "./texts.ts";

/** Variables that nothing names, and names that nothing ever fills. */
export function lintUnused(look: Look): void {
  const { variables, plan, report } = look;
  const named = new Set<string>();
  for (const { text, kind } of textsOf(look.score)) {
    if (kind !== "plain")
      for (const name of kind === "condition" ? namesInCondition(text) : namesInTemplate(text)) named.add(name);
  }
  for (const [place, { text, includes }] of plan.texts.entries()) {
    const names = new Set([text, ...Object.values(includes)].flatMap((part) => [...namesInTemplate(part)]));
    for (const name of names) named.add(name);
    lintEmpty(look, place, names);
  }
  for (const [name, value] of variables) {
    // Mozart defines some as empty that nobody wrote.
    if (!named.has(name) && value !== "")
      report.key("V502", ["variables", name], "is not used: no template and no condition names it");
  }
}

/** What earlier sheets printed and wrote is there only for those who ask for it. */
function lintEmpty({ plan, texts, variables, report }: Look, place: number, names: ReadonlySet<string>): void {
  const { crossSheet } = plan;
  const { path } = texts.originOf(place);
  const isEmpty = (name: string): boolean => names.has(name) && !variables.has(name);
  if (crossSheet?.outputs !== true && isEmpty("previous_outputs"))
    report("V507", path, "previous_outputs is always empty: set cross_sheet.outputs to true");
  if ((crossSheet?.files.length ?? 0) === 0 && isEmpty("previous_files"))
    report("V507", path, "previous_files is always empty: name the files in cross_sheet.files");
}
