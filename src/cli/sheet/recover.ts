import type { Accepted, Revalidated, Revalidation } from "../../api/contract/job.ts";
import type { Params, Tutti } from "../../api/tutti.ts";
import { plural, shellWord, visible } from "../../base/text.ts";
import { act, ask, newKey } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { requireSheets } from "../named.ts";
import { playInFront } from "../play.ts";
import { environmentHere } from "../setting.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { detachOption, namesOf } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command

    .description("Run the validations again on the work of sheets, without their agents, and land what passes.")
    .usage("[options] [JOB] [SHEET...]")
    .argument("[names...]", namesOf("all with work that failed, were cancelled or wait"))
    .option("-n, --dry-run", "only report what the validations say")
    .addOption(detachOption)
    .option("--json", "print JSON lines")
    .action(perform(recover));
};

interface RecoverOptions {
  readonly names: readonly string[];
  readonly dryRun?: true;
  readonly detach?: true;
  readonly json?: true;
}

export async function recover(terminal: Terminal, options: RecoverOptions): Promise<number> {
  const { names, dryRun } = options;
  const asked = async (tutti: Tutti) => ({
    ...(await requireSheets(terminal, tutti, names)),
    dryRun: dryRun === true,
    environment: environmentHere(),
  });
  if (dryRun === true)
    return act(terminal, async (tutti) => onlyJudge(terminal, tutti, { options, asked: await asked(tutti) }));
  const found: { answer?: Revalidation } = {};
  const begin = async (tutti: Tutti, key: string): Promise<Accepted | null> => {
    const answer = await tutti.call("job.revalidate", { ...(await asked(tutti)), key });
    found.answer = answer;
    say(terminal, answer, options);
    return answer.goesOn ? { job: answer.job, position: answer.position, notes: [] } : null;
  };
  const code = await playInFront(
    terminal,
    { json: options.json === true, detach: options.detach === true, onNothing: () => exitCodes.failed },
    begin,
  );
  return outcome(terminal, { code, answer: found.answer, isDetached: options.detach === true });
}

/** Says what the validations say, and does nothing about it. */
async function onlyJudge(
  terminal: Terminal,
  tutti: Pick<Tutti, "call">,
  { options, asked }: { readonly options: RecoverOptions; readonly asked: Params<"job.revalidate"> },
): Promise<number> {
  const answer = await tutti.call("job.revalidate", { ...asked, dryRun: true, key: newKey() });
  say(terminal, answer, options);
  return answer.sheets.every(({ isGood }) => isGood) ? exitCodes.good : exitCodes.failed;
}

function say(terminal: Terminal, answer: Revalidation, { json }: RecoverOptions): void {
  if (json === true) terminal.out(JSON.stringify({ type: "recover", ...answer }));
  else for (const line of revalidationLines(terminal, answer)) terminal.out(line);
}

function revalidationLines(terminal: Terminal, { job, sheets, goesOn }: Revalidation): readonly string[] {
  const good = sheets.filter(({ isGood }) => isGood).length;
  const next = goesOn
    ? "its job goes on with what is good"
    : good === 0
      ? `nothing is good as it is: tutti retry ${shellWord(job)} tries again`
      : `without --dry-run the job goes on with them`;
  return [
    ...sheets.flatMap((sheet) => sheetLines(terminal, sheet)),
    `${good} of ${plural(sheets.length, "sheet")} good; ${next}`,
  ];
}

function sheetLines(
  terminal: Terminal,
  { sheet, snapshot, isGood, passed, failed, refused }: Revalidated,
): readonly string[] {
  const what = snapshot === null ? visible(sheet) : `${visible(sheet)}, snapshot ${snapshot}`;
  if (refused !== null) return [`${terminal.yellow("not judged")} ${what}: ${prose(refused)}`];
  if (isGood) return [`${terminal.green("good")} ${what}: ${plural(passed.length, "validation")} passed`];
  return [`${terminal.red("not good")} ${what}`, ...failed.map((reason) => `  ${prose(reason)}`)];
}

/** Only the named sheets decide the outcome, not the other sheets of their job. */
async function outcome(
  terminal: Terminal,
  end: { readonly code: number; readonly answer: Revalidation | undefined; readonly isDetached: boolean },
): Promise<number> {
  const { code, answer, isDetached } = end;
  if (answer === undefined || (code !== exitCodes.good && code !== exitCodes.failed)) return code;
  if (!answer.sheets.every(({ isGood }) => isGood)) return exitCodes.failed;
  if (isDetached) return exitCodes.good;
  const view = await ask(terminal, (tutti) => tutti.call("job.status", { job: answer.job, folder: "/" }));
  const named = new Set(answer.sheets.map(({ sheet }) => sheet));
  const isThrough =
    view?.sheets.every(({ id, state }) => !named.has(id) || state === "landed" || state === "done") === true;
  return isThrough ? exitCodes.good : exitCodes.failed;
}
