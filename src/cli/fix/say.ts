import { plural, visible } from "../../base/text.ts";
import type { FixMade } from "../../fix/collect/prepare.ts";
import type { CollectProgress } from "../../fix/collect/collect.ts";
import { explained, isToolEnd, toolWords } from "../../fix/collect/explanation.ts";
import type { PassedOver } from "../../fix/model.ts";
import { previewLines, previewOf } from "../../fix/report/preview.ts";
import { shownTool } from "../../fix/tool-folder.ts";
import type { WrittenAgent } from "../../score/schema/agent.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Waiting } from "../progress/waiting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { prose } from "../terminal/prose.ts";

export const looking = "looking at the project and its tools";
const choosing = "choosing what to fix";

/** Tool by tool, because they may take minutes: those that run, with a clock, and what each found. */
export function toolTeller(terminal: Terminal, waiting: Waiting): (progress: CollectProgress) => void {
  let running = 0;
  return (progress) => {
    const { tool } = progress;
    waiting.end(looking);
    waiting.end(choosing);
    if (!isToolEnd(progress)) {
      running += 1;
      waiting.begin(`running ${shownTool(tool)}`);
      return;
    }
    running -= 1;
    waiting.end(`running ${shownTool(tool)}`);
    if (running === 0) waiting.begin(choosing);
    const line = prose(toolWords(progress));
    waiting.say(progress.collected.kind === "failed" ? terminal.red(line) : terminal.dim(line));
  };
}

/** Which tools are asked, with which configuration, and why others are not; what was decided, and by whom. */
export function sayExplanation(terminal: Terminal, made: FixMade, json: boolean): number {
  if (json) terminal.out(JSON.stringify(explanationOf(made), null, 2));
  else for (const line of explained(made)) terminal.out(visible(line));
  return exitCodes.good;
}

/** Both; programs get one value. */
export function sayExplainedPlan(terminal: Terminal, made: FixMade, json: boolean): number {
  if (!json) {
    sayExplanation(terminal, made, false);
    terminal.out("");
    return sayPlan(terminal, made, false);
  }
  terminal.out(JSON.stringify({ explanation: explanationOf(made), plan: planOf(made) }, null, 2));
  return isBlind(made) ? exitCodes.usage : exitCodes.good;
}

function explanationOf(made: FixMade): object {
  return { tools: made.tools.tools, unused: made.tools.unused, tests: made.tests, options: optionsOf(made) };
}

function optionsOf({ decided: { options, said } }: FixMade): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(options).map(([key, value]) => [
      key,
      { value: value as unknown, from: said.get(key as keyof typeof options) ?? "default" },
    ]),
  );
}

/** The plan. */
export function sayPlan(terminal: Terminal, made: FixMade, json: boolean): number {
  const preview = planOf(made);
  if (json) terminal.out(JSON.stringify(preview, null, 2));
  else for (const line of previewLines(preview, { width: terminal.outColumns?.() })) terminal.out(line);
  return isBlind(made) ? exitCodes.usage : exitCodes.good;
}

function planOf(made: FixMade): ReturnType<typeof previewOf> {
  return previewOf({
    commit: made.ground.commit,
    collected: made.collected,
    groups: made.groups,
    sheets: made.score?.sheets ?? [],
    leftOut: made.leftOut,
    agents: castOf(made),
    notes: notesOf(made),
  });
}

/** Whom the project asks, after the tools themselves. */
export function castOf({ decided: { options } }: FixMade): readonly WrittenAgent[] {
  return options.autofixOnly ? [] : [options.agent, ...options.fallbacks];
}

/** Nothing could be asked: that nothing was found is not known. */
function isBlind({ collected }: FixMade): boolean {
  return collected.every(({ kind }) => kind === "failed");
}

/** Before the job begins. */
export function sayMade(terminal: Terminal, made: FixMade): void {
  const findings = made.groups.reduce((sum, { findings: all }) => sum + all.length, 0);
  terminal.err(`${plural(findings, "finding")} to fix in ${plural(made.groups.length, "sheet")}`);
  for (const note of notesOf(made)) terminal.err(terminal.dim(prose(note)));
}

function notesOf(made: FixMade): readonly string[] {
  const { options } = made.decided;
  return [
    ...brokenNotes(made),
    ...made.unseen,
    ...testNotes(made),
    ...(options.inPlace ? [] : dirtyNotes(made.leftOut)),
    ...(made.score?.notes ?? []),
  ];
}

function brokenNotes({ tools }: FixMade): readonly string[] {
  return tools.unused
    .filter(({ isWanted }) => isWanted)
    .map(({ name, why, hint }) => `${name} is not run: ${why}${hint === null ? "" : `. ${hint}`}`);
}

function testNotes({ decided: { options }, tests }: FixMade): readonly string[] {
  if (options.inPlace || options.tests === "none" || options.testCommand !== null) return [];
  const missing = tests.flatMap((test) =>
    test.kind === "unusable"
      ? [`the tests (${test.name}, because of ${test.because}) can't be run: ${test.why}. ${test.hint}`]
      : [],
  );
  return tests.length === 0 ? ["no tests were found: results land without (--test-command names them)"] : missing;
}

function dirtyNotes(leftOut: readonly PassedOver[]): readonly string[] {
  return leftOut.flatMap(({ why, findings, files }) =>
    why === "dirty"
      ? [
          `${plural(findings, "finding")} in files with uncommitted changes ${findings === 1 ? "is" : "are"} skipped: ${files.slice(0, 10).map(visible).join(", ")} (commit them, or use --include-dirty)`,
        ]
      : [],
  );
}

/** There is nothing to fix, or nothing that could be. */
export function sayNothing(terminal: Terminal, made: FixMade): void {
  for (const note of [...brokenNotes(made), ...made.unseen, ...dirtyNotes(made.leftOut)])
    terminal.err(terminal.dim(prose(note)));
  const left = made.leftOut.reduce((sum, { findings }) => sum + findings, 0);
  const isBroken = made.collected.some(({ kind }) => kind === "failed") || brokenNotes(made).length > 0;
  if (isBroken) terminal.err(terminal.red("some tools failed, so their findings are unknown"));
  if (left === 0 && !isBroken) terminal.out(`${terminal.green("✓")} nothing to fix`);
  const isUnfixable = made.leftOut.some(({ why }) => why === "no-fix");
  const what = isUnfixable
    ? "no tool can fix the requested findings by itself"
    : "nothing to fix in the requested scope";
  if (left > 0) terminal.out(`${what}; ${plural(left, "finding")} left out (--dry-run says why)`);
}
