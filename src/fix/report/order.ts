/** By code units: the same order on every machine. */
export function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
