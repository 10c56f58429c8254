/** One problem that a quality tool reports. */
export interface Finding {
  /** Which one, as the catalogue or the user names it. */
  readonly tool: string;
  /** Relative to the folder the tool ran in, as far as the tool says so; empty when it names no file. */
  readonly file: string;
  /** Both count from 1. */
  readonly line: number | null;
  readonly column: number | null;
  /** The rule, as the tool names it. */
  readonly code: string | null;
  readonly message: string;
  readonly severity: Severity | null;
  /** The tool says that it can mend this by itself. */
  readonly fixable: boolean;
}

export type Severity = "error" | "warning" | "info";

/** What a tool's output says. What can't be read is not the same as nothing found. */
export type Reading = { readonly kind: "read"; readonly findings: readonly Finding[] } | { readonly kind: "unreadable"; readonly why: string };

/** The same findings whichever folder the tool ran in: some tools name files by their absolute paths, in messages too. */
export function relativeTo(folder: string, findings: readonly Finding[]): readonly Finding[] {
  const prefix = `${folder.replace(/\/+$/, "")}/`;
  return findings.map((finding) => ({
    ...finding,
    file: (finding.file.startsWith(prefix) ? finding.file.slice(prefix.length) : finding.file).replace(/^(?:\.\/+)+/, ""),
    message: finding.message.replaceAll(prefix, ""),
  }));
}
