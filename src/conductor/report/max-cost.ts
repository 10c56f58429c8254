/** A limit to name in a command that allows more: twice the old one. */
export function maxCostFor(limitUsd: number | null): string {
  return limitUsd === null || limitUsd <= 0 ? "USD" : String(Math.ceil(limitUsd * 200) / 100);
}
