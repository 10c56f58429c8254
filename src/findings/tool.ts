import type { Reading } from "./finding.ts";
import type { RuleHelp } from "./rule-help.ts";

/** A quality tool: how a project asks for it, how it runs, what its output means. Pure. */
export interface Tool {
  readonly name: string;
  readonly program: string;
  readonly home: ToolHome;
  /** In gitignore syntax. */
  readonly looksAt: readonly string[];
  /** `file`: findings of a file depend on that file and the configuration alone, so it may be checked alone. */
  readonly reach: "file" | "project";
  readonly runsTests?: true;
  /**
   * Makes it print what `read` understands: no colours, no fixes, no cache in the tree. `{report}` is a file that it
   * writes instead.
   */
  readonly args: readonly string[];
  /** Follows `args` for the whole project; else the files follow. */
  readonly everything: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Fixes in place; files or `everything` follow. Absent: it can't. */
  readonly fixArgs?: readonly string[];
  /** It does not mark the findings it can fix. */
  readonly fixesUntold?: true;
  /** How it fixes all but these rules; `null`: impossible, or not in this version. Absent: never. */
  readonly fixWithout?: (rules: readonly string[], version: string | null) => FixWithout | null;
  /** It reads the nearest configuration of each file, wherever it runs. */
  readonly takesNearest?: true;
  /** Why the project wants it, with the configuration that the tool itself would read. */
  readonly detect: (project: ProjectView) => Detection | null;
  readonly read: (output: ToolOutput) => Reading;
  /**
   * Its configuration files, anywhere, in gitignore syntax: a result must not change them or add a nearer one. Shared
   * ones such as package.json are omitted: they count where `detect` finds them.
   */
  readonly configs?: readonly string[];
  /** Comments that silence it (RE2 syntax): a line that adds one fixes nothing. */
  readonly silencers: readonly string[];
  readonly ruleUrl?: (code: string) => string | null;
  /** How it explains a rule: the first that applies. Absent: it can't. */
  readonly ruleHelp?: readonly RuleHelp[];
}

export interface FixWithout {
  /**
   * `args`: a run with these instead of `fixArgs`. `package`: through the project's package, because there is no
   * option.
   */
  readonly steps: readonly (
    | { readonly kind: "args"; readonly args: readonly string[] }
    | { readonly kind: "package"; readonly name: "eslint" }
  )[];
  readonly fixes: (rule: string) => boolean;
}

/** `node`: node_modules/.bin, then npx. `python`: .venv and venv, then uv or poetry. */
export type ToolHome = "node" | "python" | "path";

export interface Detection {
  /** Relative to the top; `null`: none, its own defaults apply. */
  readonly config: string | null;
  /** For people, such as `eslint.config.js` or `[tool.ruff] of pyproject.toml`. */
  readonly because: string;
  /** Follow the tool's own arguments (not `fixArgs`) to select this configuration. */
  readonly args?: readonly string[];
  /** Instead of the tool's, if the configuration names the files, or the tool takes only files. */
  readonly everything?: readonly string[];
}

/** Paths are relative to its top, with `/`. */
export interface ProjectView {
  readonly files: readonly string[];
  has(path: string): boolean;
  /** `null`: missing, no text, or larger than a megabyte. */
  read(path: string): string | null;
}

/** A reader tells findings from a failure by the code and the output. */
export interface ToolOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  /** The content of `{report}`. */
  readonly report: string | null;
}

/** `false` for an unknown version. */
export function isSince(version: string | null, [major, minor]: readonly [number, number]): boolean {
  const [, first, second] = /^v?(\d{1,9})\.(\d{1,9})/.exec(version ?? "") ?? [];
  if (first === undefined || second === undefined) return false;
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
}
