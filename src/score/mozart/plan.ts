import type { SheetId } from "../../base/ids.ts";
import { checkLinks } from "../graph.ts";
import { locatedProgram, resolvedPath } from "../paths.ts";
import type { AgentPlan, Plan, RetryPolicy, SheetPlan } from "../plan.ts";
import { promptFiller, readPrompt } from "../prompt.ts";
import type { ScoreInput } from "../prompt.ts";
import { exactMap } from "../source/document.ts";
import { problemsOf } from "../source/issues.ts";
import { scoreError } from "../source/problem.ts";
import { reportOn } from "../source/report.ts";
import type { Report } from "../source/report.ts";
import { sheetCount, sheetNumbers } from "./numbers.ts";
import type { SheetNumbers } from "./numbers.ts";
import { mozartScore } from "./schema.ts";
import type { MozartScore } from "./schema.ts";
import { templateVariables } from "./variables.ts";
import { validationFor } from "./validation.ts";

/** The plan of a score in Mozart's shape: one template, as many sheets as its items fill. */
export function mozartPlan(input: ScoreInput): Plan {
  const { document, source } = input;
  const read = mozartScore.safeParse(document.value);
  if (!read.success) throw scoreError("score.invalid", source.path, problemsOf(read.error.issues, document));
  const score = read.data;

  const report = reportOn(document);
  checkCount(score, report);
  if (report.problems.length > 0) throw scoreError("score.invalid", source.path, report.problems);

  checkSheetKeys(score, report);
  const places = sheetNumbers(score.sheet);
  const { template, template_file: file } = score.prompt;
  const prompt = readPrompt(source, { owner: ["prompt"], inline: { key: "template", text: template }, file: { key: "template_file", name: file } }, report);
  const agent = agentOf(score, source.baseDir, report);
  const after = linksOf(score, report);
  const validations = places.map((numbers) => validationsOf(score, numbers, report));
  if (prompt === null || agent === null || report.problems.length > 0) throw scoreError("score.invalid", source.path, report.problems);

  const filler = promptFiller(input);
  const own = exactMap(document, ["prompt", "variables"]);
  const shared = { agent, retry: retryOf(score), timeoutMs: score.backend.timeout_seconds * 1_000, idleMs: null };
  const sheets = places.map((numbers, index): SheetPlan => ({
    ...shared,
    id: idOf(numbers.sheet_num),
    title: score.sheet.descriptions[numbers.sheet_num] ?? `${score.name}: sheet ${String(numbers.sheet_num)} of ${String(places.length)}`,
    prompt: filler.fill(prompt, templateVariables(score, numbers, own)),
    after: after(numbers.sheet_num),
    validations: validations[index] ?? [],
  }));
  filler.finish();

  return {
    name: score.name,
    sheets,
    target: null,
    isolation: "clone",
    parallel: score.parallel.enabled ? score.parallel.max_concurrent : 1,
    revalidate: true,
    workspace: score.workspace === undefined ? null : resolvedPath(source.baseDir, score.workspace),
  };
}

const maxSheets = 100_000;

function checkCount({ sheet }: MozartScore, report: Report): void {
  const count = sheetCount(sheet);
  if (count === 0) report(["sheet", "start_item"], "is after the last item: there would be no sheet");
  if (count > maxSheets) report(["sheet", "total_items"], `makes ${String(count)} sheets; a job can have ${String(maxSheets)}`);
}

function checkSheetKeys({ sheet }: MozartScore, report: Report): void {
  const count = sheetCount(sheet);
  for (const key of ["descriptions", "dependencies"] as const) {
    for (const written of Object.keys(sheet[key])) {
      const isSheet = /^[1-9]\d*$/.test(written) && Number(written) <= count;
      if (!isSheet) report(["sheet", key, written], `there is no sheet ${JSON.stringify(written)}; there are ${String(count)}`, "key");
    }
  }
}

function idOf(number: number): SheetId {
  return `sheet-${String(number)}` as SheetId;
}

/** What each sheet comes after: what is declared, or, when nothing is, the sheet before it. */
function linksOf({ sheet }: MozartScore, report: Report): (number: number) => readonly SheetId[] {
  const declared = sheet.dependencies;
  if (Object.keys(declared).length === 0) return (number) => (number === 1 ? [] : [idOf(number - 1)]);
  const numbers = Array.from({ length: sheetCount(sheet) }, (_, index) => index + 1);
  const links = numbers.map((number) => ({ id: idOf(number), after: (declared[number] ?? []).map(idOf) }));
  checkLinks(links, ({ sheet: index, entry, message }) => {
    report(["sheet", "dependencies", String(index + 1), entry], message);
  });
  return (number) => [...new Set((declared[number] ?? []).map(idOf))];
}

function validationsOf(score: MozartScore, numbers: SheetNumbers, report: Report): SheetPlan["validations"] {
  return score.validations.flatMap((rule, index) => {
    const validation = validationFor(rule, numbers, (key, why) => {
      report(["validations", index, key], why);
    });
    return validation === null ? [] : [validation];
  });
}

function agentOf({ backend }: MozartScore, baseDir: string, report: Report): AgentPlan | null {
  if (backend.type === "scripted") return { kind: "scripted" };
  if (backend.command !== undefined) return { kind: "command", argv: locatedProgram(backend.command, baseDir), prompt: backend.prompt, env: backend.env };
  report(["backend"], "type: command needs a command");
  return null;
}

function retryOf({ retry }: MozartScore): RetryPolicy {
  return {
    // Mozart's max_retries counts all attempts, the first included.
    attempts: Math.max(1, retry.max_retries),
    baseDelayMs: retry.base_delay_seconds * 1_000,
    maxDelayMs: Math.max(retry.max_delay_seconds, retry.base_delay_seconds) * 1_000,
    completions: retry.max_completion_attempts,
    completionThreshold: retry.completion_threshold_percent / 100,
    conflicts: 2,
  };
}
