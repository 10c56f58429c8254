import { suggestion } from "../source/nearest.ts";
import type { Meaning } from "../source/shape.ts";
import { numberNames } from "./numbers.ts";
import type { SheetNumbers } from "./numbers.ts";

/**
 * `{sheet_num}` and `{workspace}` in a validation. All that can be filled in are digits and a dot (a sheet's workspace
 * is its own context), which mean the same in a path, a regular expression and every kind of shell quoting. Text of
 * the score's author must never be filled in here: inside quotes it could not be quoted safely.
 */
export function filled(written: string, numbers: SheetNumbers, style: Style): Meaning<string> {
  const mixedUp = /\{\{\s*(\w+)\s*\}\}/.exec(written);
  if (mixedUp !== null) return { kind: "wrong", why: `here it is {${mixedUp[1] ?? ""}}, with single braces` };

  const values = new Map<string, string>([["workspace", "."], ...numberNames.map((name): [string, string] => [name, String(numbers[name])])]);
  const faults: string[] = [];
  // Not after a $ or a backslash: ${x} is the shell's, \p{x} a regular expression's.
  const text = written.replaceAll(/(?<![$\\]|\\[pP])\{([A-Za-z_]\w*)\}/g, (whole, name: string) => {
    const value = values.get(name);
    if (value !== undefined) return style === "pattern" ? value.replace(".", String.raw`\.`) : value;
    const hint = suggestion(name, values.keys());
    if (style === "path" || hint !== "") faults.push(`there is no ${whole} to fill in${hint}`);
    return whole;
  });
  const [why] = faults;
  return why === undefined ? { kind: "means", value: text } : { kind: "wrong", why };
}

/** In a path every brace is a placeholder; elsewhere braces have uses of their own, and only slips are told. */
type Style = "path" | "pattern" | "text" | "command";
