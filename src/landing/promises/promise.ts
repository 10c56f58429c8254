import { firstFew } from "../../base/text.ts";
import type { ConcreteCheck, Validation } from "../../score/plan/rule.ts";
import type { PromisePart } from "../../score/rules/kind.ts";
import { promisePart } from "../../score/rules/rule.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import type { Job } from "../../sheet/job.ts";
import type { RequirementFields, Gate } from "../gates/gate.ts";
import { createHash } from "node:crypto";
import { simpleCommandsOf } from "../gates/command.ts";

/** A sheet that landed, or is about to: its validations are promises about later trees. */
export interface Promiser {
  readonly job: Job;
  readonly sheet: SheetPlan;
  readonly attempt: number;
}

/** A part of a sheet's promise, checked on a tree as a gate is. */
export interface SheetPromise extends RequirementFields {
  /** Everyone with the same promise; it runs with the equipment of the first. */
  readonly by: readonly [Promiser, ...Promiser[]];
  readonly part: PromisePart;
  /** How many validations it is. */
  readonly count: number;
  /** Programs of its commands: a verdict counts while they are unchanged. */
  readonly programs: readonly string[];
}

/** A gate, or a promise of a landed sheet. */
export type Requirement = Gate | SheetPromise;

export function isGate(ask: Requirement): ask is Gate {
  return !isPromise(ask);
}

export function isPromise(ask: Requirement): ask is SheetPromise {
  return "by" in ask;
}

/** Indexes of validations, by part of the promise. */
interface PromisePlaces {
  readonly files: readonly number[];
  readonly commands: readonly number[];
  /** Those that a later tree can't answer. */
  readonly unasked: readonly number[];
}

/** `workspace`: the job's folder for outputs, which is in no tree. A validation that names it looks there. */
export function placesOf(validations: readonly Validation[], workspace: string): PromisePlaces {
  const places = { files: [] as number[], commands: [] as number[], unasked: [] as number[] };
  const named = JSON.stringify(workspace).slice(1, -1);
  for (const [place, validation] of validations.map(asked).entries()) {
    const part = JSON.stringify(validation).includes(named) ? null : promisePart(validation);
    places[part ?? "unasked"].push(place);
  }
  return places;
}

/** Without the name that people give it. */
function asked({ description: _, ...rule }: Validation): Omit<Validation, "description"> & ConcreteCheck {
  return rule;
}

/** The promises of a sheet, in at most two parts. */
export function asksOf(
  promiser: Promiser,
  validations: readonly Validation[],
  workspace: string,
): readonly SheetPromise[] {
  const places = placesOf(validations, workspace);
  return (["files", "commands"] as const).flatMap((part) => {
    const rules = places[part].flatMap((place) => validations[place] ?? []);
    return rules.length === 0 ? [] : [askOf(promiser, part, rules)];
  });
}

function askOf(promiser: Promiser, part: PromisePart, rules: readonly Validation[]): SheetPromise {
  const by = [promiser] as const;
  return {
    name: nameOf(by),
    by,
    part,
    count: rules.length,
    digest: digestOf(promiser, part, rules),
    timeoutMs: rules.reduce((sum, { timeoutMs }) => sum + timeoutMs, 0),
    isQuick: false,
    programs: rules.flatMap(programsOf),
  };
}

/** Equal promises run once. */
function digestOf({ job, sheet, attempt }: Promiser, part: PromisePart, rules: readonly Validation[]): string {
  const all = rules.map(asked);
  // Such a command means something else for each sheet.
  const whose = JSON.stringify(all).includes("TUTTI_") ? [job.id, sheet.id, attempt] : [];
  const text = JSON.stringify(["promise", part, all, whose]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function programsOf(validation: Validation): readonly string[] {
  if (validation.kind !== "command_succeeds") return [];
  const [program, flag, line] = validation.command.argv;
  const inner =
    flag === "-c" && line !== undefined
      ? simpleCommandsOf({ kind: "line", shell: "sh", line }).map(([name]) => name)
      : [];
  return [program, ...inner];
}

/** Each once, with everyone who made it. */
export function joinedPromises(asks: readonly SheetPromise[], more: readonly SheetPromise[]): readonly SheetPromise[] {
  if (more.length === 0) return asks;
  const joined = new Map(asks.map((ask) => [ask.digest, ask]));
  for (const ask of more) {
    const known = joined.get(ask.digest);
    joined.set(ask.digest, known === undefined ? ask : together(known, ask));
  }
  return [...joined.values()];
}

function together(ask: SheetPromise, other: SheetPromise): SheetPromise {
  const [first, ...rest] = ask.by;
  const isIn = ({ job, sheet }: Promiser): boolean =>
    ask.by.some((one) => one.job.id === job.id && one.sheet.id === sheet.id);
  const added = other.by.filter((one) => !isIn(one));
  if (added.length === 0) return ask;
  const by = [first, ...rest, ...added] as const;
  return { ...ask, by, name: nameOf(by) };
}

const mostNamed = 3;

/** Sheets of several jobs may share a name. */
function nameOf(by: SheetPromise["by"]): string {
  const names = [...new Set(by.map(({ sheet }) => sheet.id))];
  return `promise of ${firstFew(names, mostNamed)}`;
}
