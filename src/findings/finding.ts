import { counted, get, text } from "./formats/json.ts";

export interface Finding {
  /** As the catalogue or the user names it. */
  readonly tool: string;
  /** Relative to the folder the tool ran in, if the tool says so; empty: no file. */
  readonly file: string;
  /** From 1. */
  readonly line: number | null;
  readonly column: number | null;
  readonly code: string | null;
  readonly message: string;
  readonly severity: Severity | null;
  /** The tool says that it can fix it. */
  readonly fixable: boolean;
}

/** Untrusted parts of a finding: values of JSON, or groups of a pattern. */
type FindingParts = { readonly [Part in keyof Omit<Finding, "tool" | "fixable">]?: unknown } & {
  readonly fixable?: boolean;
};

export function makeFinding(
  tool: string,
  { file, line, column, code, message, severity, fixable = false }: FindingParts,
): Finding {
  return {
    tool,
    file: text(file) ?? "",
    line: counted(line),
    column: counted(column),
    code: text(code) || null,
    message: text(message) ?? "",
    severity: severityOf(text(severity)),
    fixable,
  };
}

/** A finding in an object of JSON; `places`: the path of each part, as `location.row`. */
export function findingIn(
  tool: string,
  item: unknown,
  places: { readonly [Part in keyof FindingParts]?: string },
): Finding {
  const parts = Object.entries(places).map(([part, path]) => [part, get(item, ...path.split("."))] as const);
  return makeFinding(tool, Object.fromEntries(parts));
}

export type Severity = "error" | "warning" | "info";

/** Unreadable output is not the same as no findings. */
export type Reading =
  | { readonly kind: "read"; readonly findings: readonly Finding[] }
  | { readonly kind: "unreadable"; readonly why: string };

const words: Readonly<Record<Severity, string>> = {
  error: "error|fatal|fatal error|err|failure|critical|blocker|high",
  warning: "warning|warn|medium|moderate|major",
  info: "info|information|note|notice|style|hint|suggestion|convention|refactor|minor|low|none|advice",
};
const severities = new Map(
  (Object.keys(words) as Severity[]).flatMap((severity) => words[severity].split("|").map((word) => [word, severity])),
);

/** `null`: no or an unknown word. */
function severityOf(word: string | null): Severity | null {
  return severities.get(word?.trim().toLowerCase() ?? "") ?? null;
}

/** Total: findings that compare equal are equal. */
export function inOrder(one: Finding, other: Finding): number {
  return (
    byText(one.file, other.file) ||
    (one.line ?? 0) - (other.line ?? 0) ||
    (one.column ?? 0) - (other.column ?? 0) ||
    byText(one.tool, other.tool) ||
    byText(one.code ?? "", other.code ?? "") ||
    byText(one.message, other.message) ||
    byText(one.severity ?? "", other.severity ?? "") ||
    Number(one.fixable) - Number(other.fixable)
  );
}

/** By code units: the same on every machine. */
function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/**
 * Rules are `code` or `tool:code`; `*` at the end matches any rest; `tool:` matches findings without a code. Codes may
 * contain colons.
 */
export function ofCodes(codes: readonly string[]): (finding: Pick<Finding, "tool" | "code">) => boolean {
  const starts = codes.flatMap((written) => (written.endsWith("*") ? [written.slice(0, -1)] : []));
  const whole = new Set(codes.filter((written) => !written.endsWith("*")));
  return ({ tool, code }) => {
    const names = [`${tool}:${code ?? ""}`, ...(code === null ? [] : [code])];
    return names.some((name) => whole.has(name) || starts.some((start) => name.startsWith(start)));
  };
}

const ranks: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** A finding without a severity matches only if any will do. */
export function isAtLeast(severity: Severity | null, least: Severity | null): boolean {
  return least === null || (severity !== null && ranks[severity] >= ranks[least]);
}
