import type { World } from "../../base/world/world.ts";
import { ClaimLost, type FleetLine, type Outgoing } from "../database/worker-side.ts";
import type { FromWorker } from "../claims/messages.ts";

/** Sends what a claim has to say, in order, also over a database that is away for a while. */
export interface Outbox {
  put(body: FromWorker, bytes?: Buffer): void;
  /** Resolves when all of it is in the tables; rejects when the claim is lost. */
  sent(): Promise<void>;
}

interface OutboxParts {
  readonly line: Pick<FleetLine, "say">;
  readonly token: string;
  readonly world: Pick<World, "after">;
  readonly onLost: () => void;
}

const mostAtOnce = 64;
const mostBytes = 1024 * 1024;
const againMs = 500;

export function makeOutbox({ line, token, world, onLost }: OutboxParts): Outbox {
  const waiting: Outgoing[] = [];
  let next = 1;
  let sending: Promise<void> | null = null;
  let lost: ClaimLost | null = null;
  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const some = firstOf(waiting);
      try {
        await line.say(token, next, some);
      } catch (error) {
        if (error instanceof ClaimLost) {
          lost = error;
          waiting.length = 0;
          onLost();
          throw error;
        }
        await new Promise<void>((resolve) => void world.after(againMs, resolve));
        continue;
      }
      next += some.length;
      waiting.splice(0, some.length);
    }
  };
  const begin = (): Promise<void> => {
    sending ??= send().finally(() => {
      sending = null;
    });
    sending.catch(() => undefined);
    return sending;
  };
  return {
    put: (body, bytes) => {
      if (lost !== null) return;
      waiting.push({ body, bytes: bytes ?? null });
      void begin();
    },
    sent: async () => {
      while (waiting.length > 0 || sending !== null) await begin();
      if (lost !== null) throw lost;
    },
  };
}

function firstOf(waiting: readonly Outgoing[]): readonly Outgoing[] {
  let bytes = 0;
  const fits = waiting.slice(0, mostAtOnce).findIndex((one) => (bytes += one.bytes?.length ?? 0) > mostBytes);
  return waiting.slice(0, fits === -1 ? mostAtOnce : Math.max(1, fits));
}
