/** One problem that a quality tool reports. */
export interface Finding {
  /** Relative to the folder the tool ran in, as far as the tool says so; empty when it names no file. */
  readonly file: string;
  readonly line: number | null;
  /** The rule, as the tool names it. */
  readonly code: string | null;
  readonly message: string;
  /** In the tool's own words. */
  readonly severity: string | null;
}

/** What a tool's output says. What can't be read is not the same as nothing found. */
export type Reading = { readonly kind: "read"; readonly findings: readonly Finding[] } | { readonly kind: "unreadable"; readonly why: string };

/**
 * The findings that are not among the earlier ones. Lines don't count, because all of them move when one is added above; so
 * the same finding is told apart by how often it is there.
 */
export function introduced(before: readonly Finding[], after: readonly Finding[]): readonly Finding[] {
  const known = new Map<string, number>();
  for (const finding of before) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1);
  return after.filter((finding) => {
    const key = keyOf(finding);
    const left = known.get(key) ?? 0;
    if (left > 0) known.set(key, left - 1);
    return left === 0;
  });
}

function keyOf({ file, code, message }: Finding): string {
  return JSON.stringify([file, code, message]);
}

/** The same findings whichever folder the tool ran in: some tools name files by their absolute paths, in messages too. */
export function relativeTo(folder: string, findings: readonly Finding[]): readonly Finding[] {
  const prefix = `${folder.replace(/\/+$/, "")}/`;
  return findings.map((finding) => ({
    ...finding,
    file: (finding.file.startsWith(prefix) ? finding.file.slice(prefix.length) : finding.file).replace(/^(?:\.\/+)+/, ""),
    message: finding.message.replaceAll(prefix, ""),
  }));
}
