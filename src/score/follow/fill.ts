import type { TemplateEngine } from "@tutti/jinja";
import { sheetValues } from "../build/scope.ts";
import { resolvedPath } from "../match/paths.ts";
import { commandText as shownCommand } from "../plan/command.ts";
import type { CommandStep, FollowStep, ScoreStep } from "./plan.ts";
import type { SheetPlan } from "../plan/plan.ts";
import type { Meaning } from "../source/shape.ts";
import { commandText } from "../template/command-text.ts";
import { argvCommand, textFiller } from "../resolve/fill.ts";

/** The known facts of a job, or of one of its sheets, at its end. Paths are absolute. */
export interface EndValues {
  readonly job_id: string;
  readonly root_job: string;
  /** How many jobs came before it in its chain. */
  readonly depth: number;
  readonly name: string;
  readonly workspace: string;
  readonly repository: string;
  readonly outcome: "success" | "failure";
  readonly sheet_count: number;
  readonly landed: number;
  readonly failed: number;
}

/** Names that steps may use besides the score's own variables; those of a sheet may use the sheet's, too. */
export const followNames: readonly string[] = [
  "job_id",
  "root_job",
  "depth",
  "name",
  "workspace",
  "repository",
  "outcome",
  "sheet_count",
  "landed",
  "failed",
];

/** A step that can be taken. `title`: for people. */
export type FilledStep = FilledScore | FilledCommand;

export interface FilledScore extends Pick<ScoreStep, "kind" | "variables" | "fresh" | "detached" | "required"> {
  /** Absolute. */
  readonly path: string;
  readonly folder: string;
  readonly workspace: string | null;
  readonly title: string;
}

export interface FilledCommand extends Pick<CommandStep, "kind" | "timeoutMs" | "repeatable" | "required"> {
  readonly argv: readonly [string, ...string[]];
  /** Values that the command refers to: they never become part of its text. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly title: string;
}

/** Fills in a step. `sheet`: the one that ended; `null`: the job did. */
export function fillStep(
  engine: TemplateEngine,
  step: FollowStep,
  { values, sheet }: { readonly values: EndValues; readonly sheet: SheetPlan | null },
): Meaning<FilledStep> {
  const known = { ...(sheet === null ? {} : sheetValues(values.name, sheet)), ...values };
  return step.kind === "score" ? filledScore(engine, step, known) : filledCommand(engine, step, known);
}

type Known = EndValues & Readonly<Record<string, unknown>>;

function filledScore(engine: TemplateEngine, step: ScoreStep, values: Known): Meaning<FilledScore> {
  const fill = filling(engine, values);
  const path = resolvedPath(step.base, fill.text(step.path));
  const folder = step.repo === null ? values.repository : resolvedPath(step.base, fill.text(step.repo));
  const workspace =
    step.workspace === null ? null : resolvedPath(path.replace(/\/[^/]*$/, ""), fill.text(step.workspace));
  const variables = fill.inside(step.variables) as Readonly<Record<string, unknown>>;
  const title = step.description ?? path;
  const { kind, fresh, detached, required } = step;
  return (
    fill.why() ?? {
      kind: "means",
      value: { kind, path, folder, workspace, variables, fresh, detached, required, title },
    }
  );
}

function filledCommand(engine: TemplateEngine, step: CommandStep, values: Known): Meaning<FilledCommand> {
  const fill = filling(engine, values);
  const cwd = resolvedPath(values.repository, fill.text(step.cwd ?? "."));
  const failed = fill.why();
  if (failed !== null) return failed;
  const { kind, timeoutMs, repeatable, required, command } = step;
  const terms = { kind, cwd, timeoutMs, repeatable, required, title: step.description ?? shownCommand(command) };
  if (command.kind === "argv") {
    const filled = argvCommand(command.argv, {
      text: textFiller(engine, values),
      place: { root: "context", path: "." },
    });
    return filled.kind === "wrong" ? filled : { kind: "means", value: { ...terms, argv: filled.value.argv, env: {} } };
  }
  const filled = commandText(engine, command.line, values);
  if (filled.kind === "wrong") return filled;
  const { script, env } = filled.value;
  return { kind: "means", value: { ...terms, argv: [command.shell, "-c", script], env } };
}

interface Filling {
  text(template: string): string;
  /** Every text in a value. */
  inside(value: unknown): unknown;
  /** The first thing that could not be filled in. */
  why(): { readonly kind: "wrong"; readonly why: string } | null;
}

function filling(engine: TemplateEngine, values: Known): Filling {
  const fill = textFiller(engine, values);
  let wrong: { readonly kind: "wrong"; readonly why: string } | null = null;
  const text = (template: string): string => {
    const filled = fill(template);
    if (filled.kind === "means" && !filled.value.includes("\0")) return filled.value;
    wrong ??= { kind: "wrong", why: filled.kind === "wrong" ? filled.why : "a path can't contain a NUL" };
    return "";
  };
  const inside = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inside(inner)]));
  };
  return { text, inside, why: () => wrong };
}
