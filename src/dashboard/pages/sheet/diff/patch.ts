/** One file of a patch, as git writes it. */
export interface FilePatch {
  readonly path: string;
  readonly oldPath: string;
  /** The part that says what changed; empty for content without lines. */
  readonly text: string;
}

/** The files of a patch. A name with odd characters stands in quotes, as git writes it. */
export function filesIn(patch: string): readonly FilePatch[] {
  const starts = [...patch.matchAll(/^diff --git /gm)].map(({ index }) => index);
  return starts.map((start, place) => {
    const text = patch.slice(start, starts[place + 1]);
    const head = text.slice(0, text.search(/^@@ /m) === -1 ? undefined : text.search(/^@@ /m));
    const named = (sign: string): string | null =>
      new RegExp(`^${sign} "?(?:[ab]/)?(.*?)"?\\t?$`, "m").exec(head)?.[1] ?? null;
    const [oldName, newName] = [named("---"), named("\\+\\+\\+")];
    const first = /^diff --git "?a\/(.*?)"? "?b\//.exec(head)?.[1] ?? "";
    const path = newName === null || newName === "/dev/null" ? (oldName ?? first) : newName;
    return { path, oldPath: oldName === null || oldName === "/dev/null" ? path : oldName, text };
  });
}
