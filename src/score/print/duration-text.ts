const units = [
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
] as const;

/** Milliseconds as people write them: in the largest unit that needs no fraction. */
export function durationText(ms: number): string {
  const whole = Math.round(ms);
  if (whole === 0) return "0s";
  const [unit, size] = units.find(([, each]) => whole % each === 0) ?? ["ms", 1];
  return `${String(whole / size)}${unit}`;
}
