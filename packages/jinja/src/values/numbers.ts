import { exponentText } from "./text.ts";

/**
 * Python rounds halves to the even neighbour, and looks at the exact value of the number, not at its shortest digits.
 */
export function fixed(value: number, digits: number): string {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return String(value);
  const exact = value.toFixed(100);
  const cutAt = exact.indexOf(".") + 1 + digits;
  if (!/^50*$/.test(exact.slice(cutAt))) return value.toFixed(digits);
  const down = exact.slice(0, digits === 0 ? cutAt - 1 : cutAt);
  const isEven = Number(down.at(-1)) % 2 === 0;
  // JavaScript rounds halves away from zero.
  return isEven ? down : value.toFixed(digits);
}

export function rounded(value: number, digits: number): number {
  if (digits >= 0) return Number(fixed(value, Math.min(digits, 99)));
  const unit = 10 ** Math.min(-digits, 300);
  return Number(fixed(value / unit, 0)) * unit;
}

/** `%e`. */
export function scientific(value: number, digits: number): string {
  const [mantissa = "", power = "0"] = value.toExponential(digits).split("e");
  return `${mantissa}e${exponentText(Number(power))}`;
}

/** `%g`: whichever of the two is shorter. */
export function general(value: number, digits: number): string {
  const precision = Math.max(1, digits);
  const exponent = Number(value.toExponential(precision - 1).split("e")[1]);
  if (exponent >= -4 && exponent < precision) return withoutZeros(fixed(value, precision - 1 - exponent));
  const [mantissa = "", power = ""] = scientific(value, precision - 1).split("e");
  return `${withoutZeros(mantissa)}e${power}`;
}

function withoutZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
