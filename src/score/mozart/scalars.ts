import type { Dialect } from "../source/document.ts";
import { keptFloat } from "../source/whole-float.ts";

/** How PyYAML reads a score. */
export const mozartYaml: Dialect = { scalar: mozartScalar, merges: true };

/**
 * What plain words of YAML mean in a Mozart score: PyYAML reads YAML 1.1, where `yes` is true, `010` is eight, `1:30`
 * is ninety and `1e5` is a text. A date stays the text that it is written as, which is also how it is printed.
 */
export function mozartScalar(source: string): unknown {
  if (/^(?:~|null|Null|NULL|)$/.test(source)) return null;
  if (/^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/.test(source)) return true;
  if (/^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/.test(source)) return false;
  const isNegative = source.startsWith("-");
  const digits = source.replace(/^[-+]/, "").replaceAll("_", "");
  const whole = integer(source, digits);
  if (whole !== null) return isNegative && whole !== 0 ? -whole : whole;
  const size = fraction(source, digits);
  if (size === null) return source;
  return keptFloat(isNegative ? -size : size);
}

function integer(source: string, digits: string): number | null {
  if (/^[-+]?0b[01_]+$/.test(source)) return Number.parseInt(digits.slice(2), 2);
  if (/^[-+]?0x[\da-fA-F_]+$/.test(source)) return Number.parseInt(digits.slice(2), 16);
  if (/^[-+]?0[0-7_]+$/.test(source)) return Number.parseInt(digits, 8);
  if (/^[-+]?(?:0|[1-9][\d_]*)$/.test(source)) return Number(digits);
  return /^[-+]?[1-9][\d_]*(?::[0-5]?\d)+$/.test(source) ? sixtieths(digits) : null;
}

function fraction(source: string, digits: string): number | null {
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(source)) return Infinity;
  if (/^\.(?:nan|NaN|NAN)$/.test(source)) return Number.NaN;
  if (/^[-+]?\d[\d_]*(?::[0-5]?\d)+\.[\d_]*$/.test(source)) return sixtieths(digits);
  return /^(?:[-+]?\d[\d_]*\.[\d_]*(?:[eE][-+]\d+)?|\.\d[\d_]*(?:[eE][-+]\d+)?)$/.test(source) ? Number(digits) : null;
}

function sixtieths(digits: string): number {
  return digits.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}
