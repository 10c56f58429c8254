/** Results of these may be longer than a screen. */
const paged: ReadonlySet<string> = new Set([
  ...["diagnose", "diff", "errors", "explain", "help", "history", "list", "show", "snapshots", "status", "verify"],
]);

interface Call {
  readonly name: string;
  readonly options: object;
}

/** A person reads the results of a command; a program, or one who follows what happens, gets them as they come. */
export function isPaged({ name, options }: Call, { stdout, env }: Pick<NodeJS.Process, "stdout" | "env">): boolean {
  const goesOn = ["json", "follow", "watch"].some(
    (key) => (options as Readonly<Record<string, unknown>>)[key] === true,
  );
  return paged.has(name) && !goesOn && stdout.isTTY && env["TERM"] !== "dumb" && pagerOf(env).length > 0;
}

/** None: results are printed. */
export function pagerOf(env: NodeJS.ProcessEnv): readonly string[] {
  const words = (env["TUTTI_PAGER"] ?? env["PAGER"] ?? "less").split(/\s+/).filter((word) => word !== "");
  return words[0] === "cat" ? [] : words;
}
