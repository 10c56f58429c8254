import type { Finding, Severity } from "./finding.ts";

/**
 * Whether a finding is of one of these rules: each is `code` or `tool:code`, and `*` at the end stands for any rest.
 * `tool:` alone are those that the tool gives no code. Codes may hold colons themselves, so nothing is taken apart.
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

/** Whether it is at least as bad; one that says no severity is only where any will do. */
export function isAtLeast(severity: Severity | null, least: Severity | null): boolean {
  return least === null || (severity !== null && ranks[severity] >= ranks[least]);
}
