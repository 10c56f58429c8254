import type { Reading } from "./finding.ts";
import type { RuleHelp } from "./rule-help.ts";

/**
 * A quality tool as Tutti knows it: how a project asks for it, how it is run, what its output means. Nothing here
 * touches the world.
 */
export interface Tool {
  readonly name: string;
  /** The program, and where to look for it if it is not on PATH. */
  readonly program: string;
  readonly home: ToolHome;
  /** Files it looks at, in gitignore syntax. */
  readonly looksAt: readonly string[];
  /**
   * `file`: what it says of a file depends on that file and the configuration alone, so that it may be asked about a
   * few.
   */
  readonly reach: "file" | "project";
  /** It runs the project's tests. */
  readonly runsTests?: true;
  /**
   * Makes it print what `read` understands. `{report}` is the path of a file that it writes instead. No colours, no
   * fixes, no cache in the tree.
   */
  readonly args: readonly string[];
  /**
   * What stands behind `args` when it is asked about everything; else the files do, each as `./path` where it begins
   * with a hyphen.
   */
  readonly everything: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Fixes what it can, in place; the files, or `everything`, stand behind. Absent: it can't. */
  readonly fixArgs?: readonly string[];
  /** It does not say of a finding whether it can fix it. */
  readonly fixesUntold?: true;
  /**
   * How it fixes what it can but for these rules; `null`: not without these, or not in this version. Absent: it fixes
   * all that it can, or nothing.
   */
  readonly fixWithout?: (rules: readonly string[], version: string | null) => FixWithout | null;
  /**
   * Of each file it takes the configuration that lies nearest, wherever it is run: from the top it takes those below by
   * itself.
   */
  readonly takesNearest?: true;
  /** Why the project wants it: the configuration that it would itself take. `null`: it does not. */
  readonly detect: (project: ProjectView) => Detection | null;
  readonly read: (output: ToolOutput) => Reading;
  /** Comments that silence it, as regular expressions (RE2 syntax): a line that adds one fixes nothing. */
  readonly silencers: readonly string[];
  /** The page about a rule. */
  readonly ruleUrl?: (code: string) => string | null;
  /** How it explains a rule itself: the first way that applies. Absent: it can't. */
  readonly ruleHelp?: readonly RuleHelp[];
}

export interface FixWithout {
  /**
   * `args`: one run, with these instead of `fixArgs`. `package`: it has no argument for it, and a program of Tutti's
   * asks the package that the project has.
   */
  readonly steps: readonly (
    | { readonly kind: "args"; readonly args: readonly string[] }
    | { readonly kind: "package"; readonly name: "eslint" }
  )[];
  /** Of which rules it then fixes what it can. */
  readonly fixes: (rule: string) => boolean;
}

/** `node`: node_modules/.bin, then npx without installing. `python`: .venv and venv, then uv or poetry. */
export type ToolHome = "node" | "python" | "path";

export interface Detection {
  /** The file that it is configured by, relative to the top; `null`: it has none and takes its own defaults. */
  readonly config: string | null;
  /** For people, as `eslint.config.js` or `[tool.ruff] of pyproject.toml`. */
  readonly because: string;
  /** More arguments, behind the tool's own (not behind `fixArgs`), that it needs to take this configuration. */
  readonly args?: readonly string[];
  /**
   * Instead of the tool's `everything`: the configuration already says what is looked at, or the tool takes nothing but
   * files.
   */
  readonly everything?: readonly string[];
}

/** A project as detection sees it: paths are relative to its top, with `/`. */
export interface ProjectView {
  readonly files: readonly string[];
  has(path: string): boolean;
  /** `null`: not there, no text, or larger than a megabyte. */
  read(path: string): string | null;
}

/**
 * All that a tool left: a reader tells a run that found something from one that broke, by the code and by what is
 * printed.
 */
export interface ToolOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  /** The content of `{report}`; `null`: none. */
  readonly report: string | null;
}

/** Whether a tool's version is at least this one; of one that is not known nothing is. */
export function isSince(version: string | null, [major, minor]: readonly [number, number]): boolean {
  const [, first, second] = /^v?(\d{1,9})\.(\d{1,9})/.exec(version ?? "") ?? [];
  if (first === undefined || second === undefined) return false;
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
}
