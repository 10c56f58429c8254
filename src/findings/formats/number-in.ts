/** A line or a column as text has it; they count from 1, and 0 is what tools write when they know none. */
export function numberIn(text: string | null | undefined): number | null {
  const number = typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number === 0 ? null : number;
}
