/** What one landing made of a path. A state is a mode and a blob; empty: nothing is there. */
export interface Touch {
  readonly before: string;
  readonly after: string;
}

/**
 * What became of it since. `replaced`: a later landing, or what came before a later one, has its place. `undone`: the
 * path is what it was before it. `removed`: the path is gone, and was there before it too. `changed`: neither; only the
 * content can tell more.
 */
export type Fate = "there" | "replaced" | "undone" | "removed" | "changed";

/** The fates of all landings that touched one path, oldest first, by what is there now. */
export function fatesAt(touches: readonly Touch[], now: string): readonly Fate[] {
  const all = (from: number, own: Fate, later: Fate): readonly Fate[] =>
    touches.map((_, at) => (at < from ? "replaced" : at === from ? own : later));
  const made = touches.findLastIndex(({ after }) => after === now);
  if (made >= 0) return all(made, "there", "undone");
  const met = touches.findLastIndex(({ before }) => before === now);
  if (met >= 0) return all(met, "undone", "undone");
  if (now === "") return all(touches.length - 1, "removed", "removed");
  // Somebody may have taken out what the first of them did, and gone on: each has to be looked at.
  return touches.map(() => "changed");
}
