import type { z } from "zod";
import type { Condition } from "../expression/condition.ts";
import type { Scope } from "../expression/check.ts";
import type { AgentPlan } from "../plan/agents/agent-plan.ts";
import type { CommandTemplate, ConcreteCommand, FilePlace } from "../plan/command.ts";
import type { WrittenAgent } from "../schema/agent.ts";
import type { ProblemCode } from "../source/codes.ts";
import type { KeyPath } from "../source/place.ts";
import type { Meaning } from "../source/shape.ts";

/**
 * A kind of validation, in three forms: as a score has it, as a plan holds it (with templates), and filled in for one
 * sheet. `src/checks/kinds/` runs the last one.
 */
export interface RuleKind<Written, Planned extends Kinded, Filled extends Kinded> {
  /** Its name in plans, which are stored. */
  readonly kind: Filled["kind"];
  /** Optional, because each rule has one of the kinds' keys. */
  readonly schema: z.ZodType<Written | undefined>;
  /** Keys that a rule of this kind may have and most may not. */
  readonly terms?: readonly ("timeout" | "cwd")[];
  /** The value is written without keys of its own: a problem inside it is reported at the kind's key. */
  readonly isBare?: true;
  /** `null`: something is wrong with it, and was reported. */
  plan(written: Written, place: RulePlace): Planned | null;
  fill(planned: Planned, filler: RuleFiller): Filling<Filled>;
  /** One line for people and agents where the score has no description. */
  describe(filled: Filled): string;
  /** For `tutti validate --json` and the like, under the keys that a score has. */
  show(filled: Filled, at: (place: FilePlace) => ShownPlace): Readonly<Record<string, unknown>>;
  /** Which key can't work although all of it could be filled in. */
  fault?(filled: Filled): RuleFault | null;
  /** Which key accepts nearly anything, so that the rule proves less than it seems to. */
  weakness?(planned: Planned): RuleFault | null;
  /** How later trees can be asked for the same again; absent or `null`: they can't be. */
  promise?(filled: Filled): PromisePart | null;
}

interface Kinded {
  readonly kind: string;
}

/** A value, or the key and the reason why there is none. */
export type Filling<T> = Meaning<T> & { readonly key?: string };

export interface RuleFault {
  readonly key: string;
  readonly why: string;
}

/** Files are looked at as they are; commands run in their order, since a later one may need what an earlier one made. */
export type PromisePart = "files" | "commands";

/** Context that a kind needs while a score is built. Key paths are below the rule. */
export interface RulePlace {
  readonly cwd: string | null;
  /** The sheet's own. */
  readonly agent: AgentPlan | null;
  findAgent(written: WrittenAgent, path: KeyPath): AgentPlan | null;
  condition(text: string, scope: Scope, path: KeyPath): Condition | null;
  report(code: ProblemCode, path: KeyPath, message: string): void;
}

/** Fills in the texts of one sheet. */
export interface RuleFiller {
  text(template: string): Meaning<string>;
  path(template: string): Meaning<FilePlace>;
  pattern(template: string): Meaning<string>;
  command(template: CommandTemplate, cwd: string | null): Filling<ConcreteCommand>;
}

/** A file of the workspace by its whole path; one of the context as the agent sees it, since its folder has no name yet. */
export interface ShownPlace {
  readonly in: FilePlace["root"];
  readonly path: string;
}

/** The fixed keys, and others that are filled in; the first that can't be is named. */
export function filled<Fixed extends object, Parts extends object>(
  fixed: Fixed,
  parts: { readonly [Key in keyof Parts]: Filling<Parts[Key]> },
): Filling<Fixed & Parts> {
  const values: Partial<Parts> = {};
  for (const key of Object.keys(parts) as (keyof Parts & string)[]) {
    const part = parts[key];
    if (part.kind === "wrong") return { key, ...part };
    values[key] = part.value;
  }
  return { kind: "means", value: { ...fixed, ...(values as Parts) } };
}

export function all<T>(meanings: readonly Meaning<T>[]): Meaning<readonly T[]> {
  const values: T[] = [];
  for (const meaning of meanings) {
    if (meaning.kind === "wrong") return meaning;
    values.push(meaning.value);
  }
  return { kind: "means", value: values };
}

export function faultAt(key: string, read: Meaning<unknown>): RuleFault | null {
  return read.kind === "wrong" ? { key, why: read.why } : null;
}

/** As an agent would look for it: in its own folder, or in that of the job. */
export function placeText({ root, path }: FilePlace): string {
  return root === "context" ? path : `$TUTTI_WORKSPACE/${path}`;
}

/** A file of the tree can be looked at again in any later tree. */
export function filePromise({ path }: { readonly path: FilePlace }): PromisePart | null {
  return path.root === "context" ? "files" : null;
}

/** A command as the score has it, and how it is run: values are in its environment. */
export function commandShown(
  { shown, argv, env, cwd }: ConcreteCommand,
  at: (place: FilePlace) => ShownPlace,
): Readonly<Record<string, unknown>> {
  return { command: shown, argv, env, cwd: at(cwd).path };
}
