import { randomUUID } from "node:crypto";
import { openPool } from "../../store/postgres/connect.ts";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { World } from "../../base/world/world.ts";
import type { ClaimName, FleetWorker } from "../claims/claim.ts";
import type { FromWorker, ToWorker } from "../claims/messages.ts";
import type { Endpoint } from "./conductor-side.ts";
import { listen } from "./listen.ts";
import { lostClaimState } from "./schema.ts";
import { partsOf } from "./worker-records.ts";

/** A claim that this worker has taken. */
export interface TakenClaim extends ClaimName {
  readonly token: string;
  readonly ref: string;
  readonly repository: string;
}

/** The fleet's answer to a worker that lives. */
export interface Standing {
  readonly state: FleetWorker["state"];
  readonly leaseMs: number;
  readonly endpoint: Endpoint | null;
}

/** A message to the conductor. */
export interface Outgoing {
  readonly body: FromWorker;
  readonly bytes: Buffer | null;
}

/** The worker's side: six functions of the database, each checked there. */
export interface FleetLine {
  join(about: {
    readonly labels: readonly string[];
    readonly slots: number;
    readonly version: string;
  }): Promise<Standing & { readonly name: string }>;
  /** Which of the claims are still held. */
  beat(tokens: readonly string[]): Promise<Standing & { readonly alive: readonly string[] }>;
  take(most: number): Promise<readonly TakenClaim[]>;
  hear(token: string, after: number): Promise<readonly { readonly n: number; readonly body: ToWorker }[]>;
  say(token: string, first: number, messages: readonly Outgoing[]): Promise<void>;
  close(): Promise<void>;
}

/** The claim was given up by the conductor, or the worker removed. */
export class ClaimLost extends Error {}

export function openLine(
  { url, token, world }: { readonly url: string; readonly token: string; readonly world: Pick<World, "after"> },
  heard: (payload: string) => void,
): FleetLine {
  const { role, secret } = partsOf(token);
  const address = new URL(url);
  const secretName = "TUTTI_FLEET_SECRET";
  if (address.searchParams.has("user")) address.searchParams.set("user", role);
  else address.username = role;
  if (address.hostname !== "") address.password = `$${secretName}`;
  const pool = openPool({ url: address.href, env: { [secretName]: secret, PGPASSWORD: secret } }, 3);
  const session = randomUUID();
  const deafen = listen(pool, world, { channel: "tutti_fleet_work", heard });
  const ask = async <T extends object>(text: string, values: unknown[]): Promise<readonly T[]> => {
    try {
      return (await pool.query<T>(text, values)).rows;
    } catch (error) {
      if ((error as { code?: unknown }).code === lostClaimState) throw new ClaimLost(messageOf(error));
      if ((error as { code?: unknown }).code === "28P01" || (error as { code?: unknown }).code === "28000")
        throw refused(error);
      throw error;
    }
  };
  return {
    join: async ({ labels, slots, version }) => {
      const rows = await ask<{ join_fleet: Standing & { name: string } }>(
        "select tutti_fleet.join_fleet($1, $2, $3, $4)",
        [session, labels, slots, version],
      );
      return one(rows).join_fleet;
    },
    beat: async (tokens) => {
      const rows = await ask<{ beat: Standing & { alive: string[] } }>("select tutti_fleet.beat($1, $2)", [
        session,
        tokens,
      ]);
      return one(rows).beat;
    },
    take: (most) => ask<TakenClaim>("select * from tutti_fleet.take($1, $2)", [session, most]),
    hear: async (its, after) => {
      const rows = await ask<{ n: number; body: string }>("select * from tutti_fleet.hear($1, $2)", [its, after]);
      return rows.map(({ n, body }) => ({ n, body: JSON.parse(body) as ToWorker }));
    },
    say: async (its, first, messages) => {
      await ask("select tutti_fleet.say($1, $2, $3, $4)", [
        its,
        first,
        messages.map(({ body }) => JSON.stringify(body)),
        messages.map(({ bytes }) => bytes),
      ]);
    },
    close: async () => {
      deafen();
      await pool.end();
    },
  };
}

function one<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new TuttiError("bug.unexpected", "the fleet gave no answer", { audience: "bug" });
  return row;
}

function refused(cause: unknown): TuttiError {
  return new TuttiError("fleet.refused", `the fleet does not know this worker: ${messageOf(cause)}`, {
    audience: "user",
    hint: "Ask for a token on the conductor's machine: tutti fleet add NAME",
    cause,
  });
}
