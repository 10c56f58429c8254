import type { Condition } from "../expression/condition.ts";
import type { AgentPlan } from "./agent-plan.ts";

/** A validation or precondition as a plan holds it: its texts may still have templates in them. */
export interface Rule extends RuleTerms {
  readonly check: Check;
  /** One line for people; `null`: what the check itself says. */
  readonly description: string | null;
}

/** A line for a shell, or a program and its arguments; either may hold templates. */
export type CommandTemplate =
  | { readonly kind: "line"; readonly shell: "sh" | "bash"; readonly line: string }
  | { readonly kind: "argv"; readonly argv: readonly [string, ...string[]] };

/** How a rule is applied. */
export interface RuleTerms {
  /** Rules of a stage run only when those of all lower stages pass. */
  readonly stage: number;
  /** How often a rule that fails is tried again before it counts as failed. */
  readonly retries: number;
  readonly retryDelayMs: number;
  readonly timeoutMs: number;
}

export type Check =
  | { readonly kind: "file_exists"; readonly path: string }
  | { readonly kind: "file_modified"; readonly path: string }
  | { readonly kind: "file_unchanged_since"; readonly path: string; readonly since: string }
  | { readonly kind: "content_contains"; readonly path: string; readonly text: string }
  | { readonly kind: "content_regex"; readonly path: string; readonly pattern: string }
  /** The condition is on what the query found: `value` (the first), `values`, `count`. */
  | { readonly kind: "json_path"; readonly path: string; readonly query: string; readonly that: Condition }
  | { readonly kind: "command_succeeds"; readonly command: CommandTemplate; readonly cwd: string | null }
  | { readonly kind: "diff_within"; readonly paths: readonly string[] }
  | ({ readonly kind: "findings"; readonly command: CommandTemplate; readonly cwd: string | null } & FindingsTerms)
  | {
      readonly kind: "llm_judge";
      readonly agent: AgentPlan;
      readonly criteria: string;
      /** 0 to 100. */
      readonly threshold: number;
      readonly files: readonly string[];
    };

/** What findings are asked for, and what is made of them. */
export interface FindingsTerms {
  /** What the findings' tool is called. */
  readonly tool: string;
  readonly format: FindingsFormat;
  /**
   * Lines of a `.gitignore`: only files that the sheet changed and that they mean stand behind the command; `null`: the
   * command as it is.
   */
  readonly changed: readonly string[] | null;
  /** Which of the findings at the base have to be gone; `null`: none has to. */
  readonly fixes: FixGoal | null;
  /** Codes that nobody minds, `code` or `tool:code`, `*` at the end for any rest. */
  readonly ignore: readonly string[];
  /** Patterns of comments that silence the tool: a result may not add one. */
  readonly silencers: readonly string[];
  /** What the tool is configured by: a result may not change it. */
  readonly configs: readonly string[];
}

export interface FixGoal {
  /** Empty: in all files. */
  readonly files: readonly string[];
  /** As in `ignore`; empty: of all codes. */
  readonly codes: readonly string[];
  /** At least as bad as this. */
  readonly severity: "error" | "warning" | "info" | null;
  /** Only the first so many. */
  readonly most: number | null;
  /** What was mended may land when nobody gets further, although some are left. */
  readonly partial: boolean;
}

/**
 * How a tool's output is read: as that of a tool of the catalogue, in a known format, or by a pattern with the groups
 * file, line, column, code, severity and message.
 */
export type FindingsFormat =
  | { readonly kind: "tool"; readonly tool: string }
  | { readonly kind: "sarif" | "lines" | "checkstyle" | "junit" | "github" }
  | { readonly kind: "pattern"; readonly pattern: string };

/** A rule for one sheet, with everything filled in. */
export type Validation = RuleTerms & { readonly description: string } & ConcreteCheck;

export type ConcreteCheck =
  | { readonly kind: "file_exists"; readonly path: FilePlace }
  | { readonly kind: "file_modified"; readonly path: FilePlace }
  | { readonly kind: "file_unchanged_since"; readonly path: FilePlace; readonly since: string }
  | { readonly kind: "content_contains"; readonly path: FilePlace; readonly text: string }
  | { readonly kind: "content_regex"; readonly path: FilePlace; readonly pattern: string }
  | { readonly kind: "json_path"; readonly path: FilePlace; readonly query: string; readonly that: Condition }
  | { readonly kind: "command_succeeds"; readonly command: ConcreteCommand }
  | { readonly kind: "diff_within"; readonly paths: readonly string[] }
  | ({ readonly kind: "findings"; readonly command: ConcreteCommand } & FindingsTerms)
  | {
      readonly kind: "llm_judge";
      readonly agent: AgentPlan;
      readonly criteria: string;
      readonly threshold: number;
      readonly files: readonly FilePlace[];
    }
  /** It could not be filled in, so it can't hold. */
  | { readonly kind: "impossible"; readonly why: string };

/** A path below one of the two folders a sheet works with; `.` is the folder itself. */
export interface FilePlace {
  readonly root: "context" | "workspace";
  readonly path: string;
}

export interface ConcreteCommand {
  readonly argv: readonly [string, ...string[]];
  /** Values that the command refers to: they never become part of its text. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: FilePlace;
  /** As people wrote it. */
  readonly shown: string;
}
