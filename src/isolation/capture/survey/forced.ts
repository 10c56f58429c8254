/**
 * Those of the paths an agent tracks that ignore rules hide: it added them by force, so they are its work. What is
 * tracked comes from the agent's own repository, so a name may be one that leads out of the folder. Hidden folders end
 * in `/`.
 */
export function forcedAmong(tracked: ReadonlySet<string>, hidden: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    [...tracked].filter(
      (path) => (hidden.has(path) || foldersOf(path).some((folder) => hidden.has(folder))) && isInside(path),
    ),
  );
}

/** Every folder on the way to a path, with a `/` at the end. */
export function foldersOf(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}

function isInside(path: string): boolean {
  return path.split("/").every((part) => part !== "" && part !== "." && part !== ".." && part.toLowerCase() !== ".git");
}
