import { createHash } from "node:crypto";
import type { GatePlan, LandingPlan, TestMode } from "../../score/plan/landing-plan.ts";
import type { CommandTemplate } from "../../score/plan/command.ts";
import type { Gate } from "./gate.ts";
import type { FileGate, GateFile } from "./file.ts";

/** Gates come from the target's file and from the job's score. */
export interface GateSources {
  readonly file: GateFile;
  readonly plan: Pick<LandingPlan, "gates" | "tests">;
}

/**
 * Gates of a merged tree, the target's first. None for `final`, whose gates run once all has landed: those of `full`.
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

/** Only the command and what it borrows: another name or timeout makes no new gate. */
function digestOf(command: CommandTemplate, isQuick: boolean, borrow: readonly string[]): string {
  const words = command.kind === "line" ? [command.shell, command.line] : command.argv;
  return createHash("sha256")
    .update(JSON.stringify([command.kind, isQuick, words, ...(borrow.length === 0 ? [] : [borrow])]))
    .digest("hex");
}
