import type { Terminal } from "../terminal/terminal.ts";

export interface LearnOptions {
  readonly json?: true;
}

export function percent(share: number): string {
  return `${String(Math.round(share * 100))} %`;
}

/** A difference of two shares. */
export function points(difference: number): string {
  const rounded = Math.round(difference * 100);
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : "±"}${String(Math.abs(rounded))}`;
}

export function say(
  terminal: Terminal,
  json: true | undefined,
  { value, lines }: { readonly value: unknown; readonly lines: readonly string[] },
): void {
  if (json === true) terminal.out(JSON.stringify(value));
  else for (const line of lines) terminal.out(line);
}
