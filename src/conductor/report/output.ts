import { findRunLog, preparationLog, validationLog } from "../../base/files/run-log.ts";
import type { EpochMs, SheetId } from "../../base/ids.ts";
import { plural, shellWord } from "../../base/text.ts";
import type { PrintedView } from "../../api/contract/answers.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { Job } from "../../sheet/job.ts";
import { type Verdict, failedOf, resultsOf } from "../../sheet/verdict.ts";
import { refused } from "../find/refused.ts";
import type { Viewer } from "../find/viewer.ts";
import { readLives } from "./known.ts";

interface Whose {
  readonly job: Job;
  readonly sheet: SheetId;
  readonly attempt: number;
}

interface Which {
  readonly validation?: number | undefined;
  readonly gate?: string | undefined;
  readonly preparation?: true | undefined;
}

/** The file with what a validation of an attempt, or a gate that judged its result, printed last. */
export async function findOutput(parts: Viewer, whose: Whose, which: Which): Promise<string> {
  const { job, sheet, attempt } = whose;
  if (which.gate !== undefined) return findGateOutput(parts, whose, which.gate);
  const { validation = 1 } = which;
  const folder = parts.places.outputs(job.id, sheet, attempt);
  if (which.preparation === true) {
    const prepared = await findRunLog(folder, { name: preparationLog });
    if (prepared !== undefined) return prepared;
    throw refused(
      `no command prepared the context of attempt ${String(attempt)} of ${sheet}`,
      "prepare.commands in the score and the settings name them; a context that is used again is not prepared again.",
    );
  }
  const found = await findRunLog(folder, { name: validationLog(validation - 1) });
  if (found !== undefined) return found;
  const count = job.plan.sheets.find(({ id }) => id === sheet)?.validations.length ?? 0;
  throw refused(
    `${sheet} has no output of validation ${String(validation)} in attempt ${String(attempt)}`,
    `It has ${plural(count, "validation")}; those that were run and are commands have output.`,
  );
}

async function findGateOutput(parts: Viewer, { job, sheet, attempt }: Whose, gate: string): Promise<string> {
  const life = (await readLives(parts, job.id)).get(sheet) ?? [];
  const [from, to] = [attempt, attempt + 1].map((number) => startOf(life, number));
  const judged = life.findLast((event) => isWithin(event, from, to) && logOf(event, gate) !== undefined);
  const known = judged === undefined ? undefined : logOf(judged, gate);
  const found =
    known ??
    (await findRunLog(parts.places.gateLogs(job.repository.commonDir), {
      name: gate,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    }));
  if (found !== undefined) return found;
  throw refused(
    `the gate ${JSON.stringify(gate)} has not run since attempt ${String(attempt)} of ${sheet} began`,
    "tutti gates list names the gates; a gate does not run again on a tree that it has judged before.",
  );
}

function startOf(life: readonly SheetEvent[], attempt: number): EpochMs | undefined {
  return life.find((event) => event.kind === "started" && event.attempt === attempt)?.at;
}

function isWithin({ at }: SheetEvent, from: EpochMs = 0 as EpochMs, to?: EpochMs): boolean {
  return at >= from && (to === undefined || at < to);
}

function logOf(event: SheetEvent, gate: string): string | undefined {
  if (event.kind !== "rejected") return undefined;
  return resultsOf(event.verdict).find(({ description }) => description === `gate ${gate}`)?.log;
}

/** The output of the last failure, until an attempt begins that may do better. */
export function lastPrinted(whose: Omit<Whose, "attempt">, life: readonly SheetEvent[]): readonly PrintedView[] {
  let attempt = 0;
  let printed: readonly PrintedView[] = [];
  for (const event of life) {
    if ("attempt" in event) ({ attempt } = event);
    if (event.kind === "started") printed = [];
    else if ("verdict" in event) printed = printedIn({ ...whose, attempt }, event);
  }
  return printed;
}

/** Also what the commands printed that were to prepare its context. */
export function printedIn(
  whose: Whose,
  event: Extract<SheetEvent, { readonly verdict: Verdict }>,
): readonly PrintedView[] {
  const { job, sheet, attempt } = whose;
  const isUnprepared = event.kind === "ended" && ["E607", "E608", "E609"].includes(event.trouble?.code ?? "");
  const aim = `${shellWord(sheet)} --job ${shellWord(job.id)} --attempt ${String(attempt)}`;
  return [
    ...(isUnprepared ? [{ what: "prepare.commands", path: null, command: `tutti logs ${aim} --preparation` }] : []),
    ...printedBy(whose, event.verdict),
  ];
}

/** Where to read all of what failed validations and gates printed. */
function printedBy({ job, sheet, attempt }: Whose, verdict: Verdict): readonly PrintedView[] {
  return failedOf(verdict).flatMap(({ index, description, log, promisedBy }): PrintedView[] => {
    if (log === undefined) return [];
    const gate = /^gate (.+)$/s.exec(description)?.[1];
    const aim = `${shellWord(sheet)} --job ${shellWord(job.id)} --attempt ${String(attempt)}`;
    if (promisedBy !== undefined) return [{ what: description, path: log, command: null }];
    const option = gate === undefined ? `--validation ${String(index + 1)}` : `--gate ${shellWord(gate)}`;
    return [{ what: description, path: log, command: `tutti logs ${aim} ${option}` }];
  });
}
