/** Whether a tool's version is at least this one; of one that is not known nothing is. */
export function isSince(version: string | null, [major, minor]: readonly [number, number]): boolean {
  const [, first, second] = /^v?(\d{1,9})\.(\d{1,9})/.exec(version ?? "") ?? [];
  if (first === undefined || second === undefined) return false;
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
}
