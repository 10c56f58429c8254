import { spendText } from "../budget.ts";
import { fault } from "../fault.ts";
import { fixed, general, scientific } from "./numbers.ts";
import { noValue } from "./given.ts";
import type { Args, Run, Value } from "./value.ts";
import { shown, textOf } from "./text.ts";
import { isMissing, keyText, numeric, sequence, typeName } from "./value.ts";

/** `"%02d of %s" % (a, b)`. */
export function formatPercent(template: string, values: Value, run: Run): string {
  const several = Array.isArray(values) ? null : sequence(values);
  const named =
    values instanceof Map
      ? new Map([...values].map(([key, value]) => [keyText(key), value]))
      : new Map<string, Value>();
  return formatPrintf(template, { positional: several ?? [values], named }, run);
}

const places = /%(?:\(([^)]{0,100})\))?([-+ #0]{0,9})(\d{1,15})?(?:\.(\d+))?[hlL]?([^])/g;

/** The `format` filter. */
export function formatPrintf(template: string, args: Args, run: Run): string {
  let used = 0;
  let length = template.length;
  const takesNames = /%\([^)]{0,100}\)/.test(template);
  const text = template.replaceAll(places, (_, ...groups: (string | undefined)[]) => {
    const [name, flags = "", width = "0", precision, kind = ""] = groups;
    if (kind === "%") return "%";
    const value = name === undefined ? args.positional[used++] : args.named.get(name);
    if (value === undefined)
      throw fault(
        name === undefined ? "there are fewer values than places for them" : `there is no value for %(${name})`,
      );
    if (isMissing(value)) throw noValue(value, run);
    const part = padded(converted({ kind, flags, precision }, value, run), flags, Number(width));
    length += part.length;
    spendText(run.budget, length);
    return part;
  });
  if (!takesNames && used < args.positional.length) throw fault("there are more values than places for them");
  return text;
}

interface Conversion {
  readonly kind: string;
  readonly flags: string;
  readonly precision: string | undefined;
}

// Wider than any page; a place of this size is a slip.
const maxWidth = 10_000;

function padded(text: string, flags: string, width: number): string {
  if (width > maxWidth) throw fault(`a place for a value can't be wider than ${maxWidth}`);
  if (flags.includes("-")) return text.padEnd(width);
  if (!flags.includes("0") || !/^[-+ ]?[\d.]/.test(text)) return text.padStart(width);
  const sign = /^[-+ ]/.exec(text)?.[0] ?? "";
  return sign + text.slice(sign.length).padStart(width - sign.length, "0");
}

function converted({ kind, flags, precision }: Conversion, value: Value, run: Run): string {
  const digits = precision === undefined ? undefined : Number(precision);
  if (digits !== undefined && digits > 99) throw fault("a place for a value can't have more than 99 digits");
  if (kind === "s" || kind === "r" || kind === "a")
    return (kind === "s" ? textOf(value, run) : shown(value, run)).slice(0, digits);
  if (kind === "c") return typeof value === "string" ? value : String.fromCodePoint(numeric(value) ?? 0xff_fd);
  const number = numeric(value);
  if (number === null) throw fault(`%${kind} needs a number, not ${typeName(value)}`);
  const text = ofNumber(kind, number, { digits, isAlternate: flags.includes("#") });
  if (number < 0) return text;
  return (flags.includes("+") ? "+" : flags.includes(" ") ? " " : "") + text;
}

export function ofNumber(
  kind: string,
  number: number,
  how: { readonly digits: number | undefined; readonly isAlternate?: boolean },
): string {
  const { digits, isAlternate = false } = how;
  const inBase = (base: number, prefix: string): string => {
    const size = Math.trunc(Math.abs(number))
      .toString(base)
      .padStart(digits ?? 0, "0");
    return (number < 0 ? "-" : "") + (isAlternate ? prefix : "") + size;
  };
  switch (kind) {
    case "d":
    case "i":
    case "u":
      return inBase(10, "");
    case "x":
      return inBase(16, "0x");
    case "X":
      return inBase(16, "0X").toUpperCase();
    case "o":
      return inBase(8, "0o");
    case "b":
      return inBase(2, "0b");
    case "f":
    case "F":
      return fixed(number, digits ?? 6);
    case "e":
      return scientific(number, digits ?? 6);
    case "E":
      return scientific(number, digits ?? 6).toUpperCase();
    case "g":
      return general(number, digits ?? 6);
    case "G":
      return general(number, digits ?? 6).toUpperCase();
    default:
      throw fault(`there is no format ${JSON.stringify(kind)} for a number`);
  }
}
