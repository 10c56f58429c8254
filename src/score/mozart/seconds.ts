/** Mozart counts in seconds and fractions of them; 1.1 times 1,000 is not quite 1,100. */
export function milliseconds(seconds: number): number {
  return Math.round(seconds * 1_000);
}
