/** An absolute path; a relative one counts from the folder. */
export function resolvedPath(folder: string, written: string): string {
  const whole = written.startsWith("/") ? written : `${folder}/${written}`;
  // Nearly all paths have nothing in them to be resolved.
  if (!/\/\.{0,2}(?:\/|$)/.test(whole)) return whole;
  const steps: string[] = [];
  for (const step of whole.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return `/${steps.join("/")}`;
}

/**
 * A program given by a relative path lies beside the score. Left as it is, it would be looked for in the context,
 * where agents can write.
 */
export function locatedProgram(argv: readonly [string, ...string[]], baseDir: string): readonly [string, ...string[]] {
  const [first, ...rest] = argv;
  return /^\.\.?\//.test(first) ? [resolvedPath(baseDir, first), ...rest] : argv;
}

/** The last step of a path without its extension. */
export function stemOf(path: string): string {
  const name = path.split("/").at(-1) ?? "";
  return name.replace(/(?<=.)\.[^.]*$/, "");
}

/** A path as it is written in a file of that folder. Both are absolute. */
export function relativePath(folder: string, path: string): string {
  const from = folder.split("/").filter((step) => step !== "");
  const to = path.split("/").filter((step) => step !== "");
  const same = from.findIndex((step, at) => step !== to[at]);
  const shared = same === -1 ? from.length : same;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}
