/** A repository as detection sees it: names, and the texts of a few small files. */
export interface Listing {
  /** Tracked paths, from the top. */
  readonly files: readonly string[];
  readonly has: (path: string) => boolean;
  /** `undefined`: not there, or not one of `filesToRead`. */
  readonly read: (path: string) => string | undefined;
  /** Folders at the top of the checkout that git ignores: `node_modules`, `.venv`, … */
  readonly installed: ReadonlySet<string>;
}

export type Role = "tests" | "lint" | "types";

export interface ProposedCommand {
  readonly role: Role;
  /** A line for the shell. */
  readonly run: string;
  /** The file or the script that says so. */
  readonly because: string;
  /** Nothing of the project names it: it is what its language has. */
  readonly isUsual?: true;
}

/** The parts of a repository, and which of its own commands could judge results. */
export interface DetectedProject {
  /** `JavaScript (pnpm)`, `Go`, … */
  readonly kinds: readonly string[];
  readonly commands: readonly ProposedCommand[];
  /** Commands that make a checkout ready, where what they install is not there. */
  readonly prepare: readonly Pick<ProposedCommand, "run" | "because">[];
}

/** Which of a repository's files detection reads. */
export function filesToRead(files: readonly string[]): readonly string[] {
  return files.filter(
    (path) =>
      /^(?:package\.json|pyproject\.toml|setup\.cfg|tox\.ini|requirements[\w-]*\.txt|(?:GNU)?[Mm]akefile|[Jj]ustfile|\.gitlab-ci\.yml)$/.test(
        path,
      ) || /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path),
  );
}

/** By the words that scripts, targets and steps are called by; those that change files or go on for ever have none. */
export function roleOf(name: string): Role | null {
  if (/fix|watch|write|update|coverage|e2e|bench/i.test(name)) return null;
  if (/^(?:test|tests|test:(?:unit|ci|all)|unit)$/i.test(name)) return "tests";
  if (/^(?:lint|lint:(?:check|all|ci)|eslint|check:lint)$/i.test(name)) return "lint";
  if (/^(?:type-?check|types|types:check|check[:-]types|tsc|check:tsc|mypy)$/i.test(name)) return "types";
  return null;
}

/** The first name of each role, of several. */
export function firstOfEachRole(names: readonly string[]): readonly { readonly role: Role; readonly name: string }[] {
  return (["tests", "lint", "types"] as const).flatMap((role) => {
    const name = names.find((one) => roleOf(one) === role);
    return name === undefined ? [] : [{ role, name }];
  });
}
