import { spendText } from "../budget.ts";
import { fault } from "../fault.ts";
import { ofNumber } from "./printf.ts";
import { noValue } from "./given.ts";
import type { Args, Run, Value } from "./value.ts";
import { floatText, textOf } from "./text.ts";
import { isFloat, isMissing, numeric } from "./value.ts";

/**
 * `"{} of {1:>5}".format(…)`. Attributes and items inside the braces are not read: they could reach anything in Python,
 * and are never needed.
 */
export function formatBraces(template: string, args: Args, run: Run): string {
  let used = 0;
  let length = template.length;
  return template.replaceAll(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g, (whole, inside: string | undefined) => {
    if (whole === "{{" || whole === "}}") return whole.charAt(0);
    if (inside === undefined) throw fault(`a single ${whole} in a format`);
    const [name = "", spec = ""] = /^([^:]*):?([^]*)$/.exec(inside)?.slice(1) ?? [];
    const value =
      name === "" ? args.positional[used++] : /^\d+$/.test(name) ? args.positional[Number(name)] : args.named.get(name);
    if (value === undefined) throw fault(`there is no value for {${name}}`);
    if (isMissing(value)) throw noValue(value, run);
    const part = formatted(value, spec, run);
    length += part.length;
    spendText(run.budget, length);
    return part;
  });
}

const specs = /^(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d{1,4})?([,_])?(?:\.(\d{1,2}))?([a-zA-Z%])?$/su;

function formatted(value: Value, spec: string, run: Run): string {
  if (spec === "") return textOf(value, run);
  const found = specs.exec(spec);
  if (found === null) throw fault(`there is no format ${JSON.stringify(spec)}`);
  const [, fill = " ", align, sign = "", alternate, zero, width = "0", comma, digits, kind] = found as (
    | string
    | undefined
  )[];
  const number = typeof value === "string" ? null : numeric(value);
  const precision = digits === undefined ? undefined : Number(digits);
  if (number === null) {
    if (kind !== undefined && kind !== "s") throw fault(`the format ${JSON.stringify(spec)} needs a number`);
    return padded(textOf(value, run).slice(0, precision), { width: Number(width), align: align ?? "<", fill });
  }
  const digitsText = grouped(
    numberText(value, number, { kind, precision, isAlternate: alternate !== undefined }),
    comma,
  );
  const signed = number >= 0 && sign !== "-" ? sign + digitsText : digitsText;
  return padded(signed, {
    width: Number(width),
    align: align ?? (zero === undefined ? ">" : "="),
    fill: zero !== undefined && align === undefined ? "0" : fill,
  });
}

function numberText(
  value: Value,
  number: number,
  how: { readonly kind: string | undefined; readonly precision: number | undefined; readonly isAlternate: boolean },
): string {
  const { kind, precision, isAlternate } = how;
  if (kind === "%") return `${ofNumber("f", number * 100, { digits: precision })}%`;
  if (kind !== undefined)
    return ofNumber(kind === "n" ? "d" : kind, number, { digits: kind === "d" ? undefined : precision, isAlternate });
  if (precision !== undefined) return ofNumber("g", number, { digits: precision });
  return isFloat(value) ? floatText(number) : String(number);
}

function grouped(text: string, comma: string | undefined): string {
  return comma === undefined
    ? text
    : text.replace(
        /^(-?)(\d+)/,
        (_, sign: string, digits: string) => sign + digits.replaceAll(/\B(?=(?:\d{3})+$)/g, comma),
      );
}

function padded(
  text: string,
  { width, align, fill }: { readonly width: number; readonly align: string; readonly fill: string },
): string {
  const blanks = Math.max(0, width - text.length);
  if (align === "<") return text + fill.repeat(blanks);
  if (align === "^") return fill.repeat(Math.floor(blanks / 2)) + text + fill.repeat(Math.ceil(blanks / 2));
  const sign = align === "=" ? (/^[-+ ]/.exec(text)?.[0] ?? "") : "";
  return sign + fill.repeat(blanks) + text.slice(sign.length);
}
