import { unreachable } from "../../base/error.ts";
import { resolvedPath } from "../paths.ts";
import type { Scene } from "../resolve/scene.ts";
import type { ConcreteCheck, ConcreteCommand, FilePlace, Validation } from "../plan/rule.ts";
import { shownAgent } from "./agent.ts";

/** A rule as it applies to one sheet, with everything filled in. */
export interface RulePreview {
  /** Place in the plan's rules. */
  readonly rule: number;
  readonly kind: Validation["kind"];
  readonly description: string;
  readonly stage: number;
  readonly retries: number;
  /** What the kind looks at, under the names that a score has for it. */
  readonly [detail: string]: unknown;
}

export function rulePreview(rule: number, validation: Validation, scene: Scene): RulePreview {
  const { kind, description, stage, retries } = validation;
  return { rule, kind, description, stage, retries, ...detailsOf(validation, scene), ...timeOf(validation) };
}

function detailsOf(check: ConcreteCheck, scene: Scene): Readonly<Record<string, unknown>> {
  switch (check.kind) {
    case "file_exists":
    case "file_modified":
      return shownPlace(check.path, scene);
    case "file_unchanged_since":
      return { ...shownPlace(check.path, scene), since: check.since };
    case "content_contains":
      return { ...shownPlace(check.path, scene), text: check.text };
    case "content_regex":
      return { ...shownPlace(check.path, scene), pattern: check.pattern };
    case "json_path":
      return { ...shownPlace(check.path, scene), query: check.query, that: check.that.text };
    case "command_succeeds":
      return commandPreview(check.command, scene);
    case "diff_within":
      return { paths: check.paths };
    case "findings":
      return { ...commandPreview(check.command, scene), format: check.format.kind };
    case "llm_judge":
      return {
        agent: shownAgent(check.agent),
        criteria: check.criteria,
        threshold: check.threshold,
        files: check.files.map((place) => shownPlace(place, scene).path),
      };
    case "impossible":
      return { why: check.why };
    default:
      return unreachable(check);
  }
}

/** A command as it was written, and how it is run: values are in its environment. */
export function commandPreview(
  { shown, argv, env, cwd }: ConcreteCommand,
  scene: Scene,
): Readonly<Record<string, unknown>> {
  return { command: shown, argv, env, cwd: shownPlace(cwd, scene).path };
}

/** A file of the workspace by its whole path; one of the context as the agent sees it, whose folder has no name yet. */
function shownPlace(
  { root, path }: FilePlace,
  scene: Scene,
): { readonly in: FilePlace["root"]; readonly path: string } {
  return { in: root, path: root === "workspace" ? resolvedPath(scene.workspace, path) : path };
}

function timeOf(validation: Validation): { readonly timeout_ms?: number } {
  const { kind, timeoutMs } = validation;
  return kind === "command_succeeds" || kind === "findings" || kind === "llm_judge" ? { timeout_ms: timeoutMs } : {};
}
