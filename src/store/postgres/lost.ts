import { DatabaseError } from "pg";
import type { World } from "../../base/world/world.ts";

/** The connection broke, or the server went: what was sent may have been done or not. */
export class Lost extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Errors of statements stay as they are. */
export function asLost(error: unknown): unknown {
  return isLost(error) ? new Lost(error) : error;
}

/** Connection failures, a server that stops or has no room, a transaction that it ended, a deadlock. */
const passing = /^(?:08|40|53|57P0|25P03)/;

export function isLost(error: unknown): boolean {
  return error instanceof DatabaseError ? passing.test(error.code ?? "") : error instanceof Error;
}

const firstPauseMs = 50;
const longestPauseMs = 1000;

/** Waits before the next try, longer each time. */
export function pauseBefore(tries: number, world: Pick<World, "after">): Promise<void> {
  return new Promise((resolve) => {
    world.after(Math.min(firstPauseMs * 2 ** Math.min(tries, 10), longestPauseMs), resolve);
  });
}
