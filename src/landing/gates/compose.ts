import { createHash } from "node:crypto";
import type { GatePlan, LandingPlan, TestMode } from "../../score/plan/landing-plan.ts";
import type { CommandTemplate } from "../../score/plan/command.ts";
import type { Gate } from "./gate.ts";
import type { FileGate, GateFile } from "./file.ts";

/** Who says what has to be passed: the target by its file, and the job by its score. */
export interface GateSources {
  readonly file: GateFile;
  readonly plan: Pick<LandingPlan, "gates" | "tests">;
}

/**
 * What a merged tree has to pass before it lands, in order: first what the target says. None for `final`, whose gates
 * are run when all has landed: those are what `full` gives.
 */
export function gatesOf({ file, plan }: GateSources): readonly Gate[] {
  const form = formOf(plan.tests);
  if (form === null) return [];
  const own = plan.gates.filter(({ name }) => !isOfTarget(file, name));
  return [
    ...file.gates.map((gate) => gateIn(form, gate, { from: "target", toolchain: gate.toolchain })),
    ...own.map((gate) => gateIn(form, gate, { from: "score", toolchain: [] })),
  ];
}

/** What a person is told of gates that a score names and the target decides, a sentence each. */
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

function gateIn(form: "full" | "quick", plan: GatePlan | FileGate, more: Pick<Gate, "from" | "toolchain">): Gate {
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
    digest: digestOf(command, isQuick, plan.borrow),
  };
}

/** Of what is run, and what with, alone: a new name or another limit makes no new gate. */
function digestOf(command: CommandTemplate, isQuick: boolean, borrow: readonly string[]): string {
  const words = command.kind === "line" ? [command.shell, command.line] : command.argv;
  return createHash("sha256")
    .update(JSON.stringify([command.kind, isQuick, words, ...(borrow.length === 0 ? [] : [borrow])]))
    .digest("hex");
}
