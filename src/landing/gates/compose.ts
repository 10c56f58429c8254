import { createHash } from "node:crypto";
import type { GatePlan, LandingPlan, TestMode } from "../../score/plan/landing-plan.ts";
import type { CommandTemplate } from "../../score/plan/command.ts";
import type { SharedRecipe } from "../../score/plan/recipe.ts";
import type { Gate } from "./gate.ts";
import type { FileGate, GateFile } from "./file.ts";

/** Gates come from the target's file and from the job's score. */
export interface GateSources {
  readonly file: GateFile;
  readonly plan: Pick<LandingPlan, "gates" | "tests">;
  /** The recipe that their folders are prepared with. */
  readonly recipe?: SharedRecipe | undefined;
}

/**
 * Gates of a merged tree, the target's first. None for `final`, whose gates run once all has landed: those of `full`.
 */
export function gatesOf({ file, plan, recipe }: GateSources): readonly Gate[] {
  const form = formOf(plan.tests);
  const prepared = recipe === undefined ? {} : { recipe };
  if (form === null) return [];
  const own = plan.gates.filter(({ name }) => !isOfTarget(file, name));
  return [
    ...file.gates.map((gate) => gateIn(form, gate, { from: "target", toolchain: gate.toolchain, ...prepared })),
    ...own.map((gate) => gateIn(form, gate, { from: "score", toolchain: [], ...prepared })),
  ];
}

/** Sentences about gates of the score that the target overrules. */
export function overruledGates({ file, plan }: GateSources): readonly string[] {
  const names = plan.gates.map(({ name }) => name).filter((name) => isOfTarget(file, name));
  return names.map(
    (name) =>
      `the gate ${JSON.stringify(name)} of the score is not used: the target has one of that name, which counts`,
  );
}

function isOfTarget({ gates }: GateFile, name: string): boolean {
  return gates.some((gate) => gate.name === name);
}

function formOf(tests: TestMode): "full" | "quick" | null {
  return tests === "full" || tests === "quick" ? tests : null;
}

function gateIn(
  form: "full" | "quick",
  plan: GatePlan | FileGate,
  more: Pick<Gate, "from" | "toolchain" | "recipe">,
): Gate {
  const isQuick = form === "quick" && plan.quick !== null;
  const command = isQuick ? plan.quick : plan.command;
  return {
    name: plan.name,
    command,
    timeoutMs: plan.timeoutMs,
    isQuick,
    files: plan.files,
    borrow: plan.borrow,
    ...more,
    digest: digestOf(command, isQuick, [plan.borrow, more.recipe]),
  };
}

/** Only the command, what it borrows and how its folder is prepared: another name or timeout makes no new gate. */
function digestOf(
  command: CommandTemplate,
  isQuick: boolean,
  [borrow, recipe]: readonly [readonly string[], SharedRecipe | undefined],
): string {
  const words = command.kind === "line" ? [command.shell, command.line] : command.argv;
  const more = recipe === undefined ? (borrow.length === 0 ? [] : [borrow]) : [borrow, meaningOf(recipe)];
  return createHash("sha256")
    .update(JSON.stringify([command.kind, isQuick, words, ...more]))
    .digest("hex");
}

/** The owner of a recipe matters only where something is filled in. */
function meaningOf({ recipe, ...whose }: SharedRecipe): unknown {
  return JSON.stringify(recipe.environment ?? {}).includes("{{") ? [recipe, whose] : recipe;
}
