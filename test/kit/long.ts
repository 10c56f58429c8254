import { describe, it } from "vitest";

const isLong = process.env["TUTTI_LONG"] === "1";

/**
 * Stories that are too long for every day: `TUTTI_LONG=1 vitest run test/scenarios/landing` plays them; `npm test`
 * names them as skipped.
 */
export const describeLong: typeof describe = isLong ? describe : (describe.skip as typeof describe);

/** One of these among others that are played every day. Not with `skipIf`, which forgets that it is skipped. */
export const itLong: typeof it = isLong ? it : (it.skip as typeof it);

/** How often a seeded test tries: so often every day, and more in the long form. */
export function times(everyDay: number, long: number): number {
  return isLong ? long : everyDay;
}

/** One of so many, from all over a list; all of it in the long form. */
export function oneOf<T>(many: number, list: readonly T[]): readonly T[] {
  return isLong ? list : list.filter((_, place) => place % many === 0);
}
