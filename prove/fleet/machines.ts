import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Server } from "../../test/kit/postgres.ts";
import { kill } from "../census.ts";
import { processesOf } from "../conductor-kills/target.ts";
import type { Playground } from "../playground.ts";
import { type Running, runTutti, startTutti } from "../tutti.ts";
import { type Wire, layWire } from "./wire.ts";

/** A process of Tutti's with a home of its own, as on a machine of its own. */
export interface Machine {
  readonly name: string;
  readonly ground: Playground;
  /** Starts it, or starts it again. */
  start(): void;
  signal(signal: NodeJS.Signals): void;
}

export interface Workshop {
  readonly server: Server;
  readonly conductors: readonly [Machine, Machine];
  readonly workers: readonly [Machine, ...Machine[]];
  readonly wires: ReadonlyMap<string, Wire>;
  /** Asks the database; waits while it is away. */
  readonly ask: <T extends object>(text: string) => Promise<readonly T[]>;
  /** The conductor that leads. */
  leader(): Promise<Machine>;
  end(): Promise<void>;
}

/** Two conductors, three workers and a database. */
export async function makeWorkshop(ground: Playground, server: Server): Promise<Workshop> {
  const url = await server.database();
  const address = new URL(url);
  const folder = address.searchParams.get("host") ?? "";
  const { TUTTI_LOCAL: _, ...env } = ground.env;
  const shared = { ...env, TUTTI_STORE: url, TUTTI_FLEET_ADDRESS: "127.0.0.1:0", TUTTI_FLEET_LEASE: "2s" };
  const argv = ["start", "--foreground"];
  const first = await machine(ground, { name: "first", argv, env: shared });
  const second = await machine(ground, { name: "second", argv, env: shared });
  const ask: Workshop["ask"] = async <T extends object>(text: string) => {
    for (;;) {
      const client = new Client({ connectionString: url });
      client.on("error", () => undefined);
      try {
        await client.connect();
        return (await client.query<T>(text)).rows;
      } catch {
        await pause(100);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  };
  const leader = async (): Promise<Machine> => {
    const [row] = await ask<{ holder: string }>("select holder from tutti.lease");
    return row?.holder.includes(second.ground.home) === true ? second : first;
  };
  first.start();
  while ((await ask("select 1 from tutti_fleet.fleet where leader > 0")).length === 0) await pause(50);
  second.start();
  const wires = new Map<string, Wire>();
  const workers: Machine[] = [];
  for (const name of ["one", "two", "three"]) {
    const added = await runTutti(first.ground, ["fleet", "add", name]);
    const wire = await layWire(join(folder, ".s.PGSQL.5432"));
    wires.set(name, wire);
    const door = `postgres://127.0.0.1:${String(wire.port)}${address.pathname}`;
    const [token = ""] = /^tutti_\S+$/m.exec(added.said) ?? [];
    const own = { ...env, TUTTI_STORE: "sqlite", TUTTI_FLEET_TOKEN: token };
    workers.push(await machine(ground, { name, argv: ["worker", "--join", door, "--slots", "2"], env: own }));
  }
  for (const worker of workers) worker.start();
  const all = [first, second, ...workers];
  return {
    ...{ server, conductors: [first, second], workers: workers as [Machine, ...Machine[]], wires, ask, leader },
    end: async () => {
      for (const one of all) one.signal("SIGCONT");
      for (const one of all) one.signal("SIGKILL");
      for (const one of all)
        for (let left = processesOf(one.ground); left.length > 0; left = processesOf(one.ground)) {
          for (const pid of left) kill(pid);
          await pause(20);
        }
      for (const wire of wires.values()) await wire.close();
    },
  };
}

async function machine(
  ground: Playground,
  { name, argv, env }: { readonly name: string; readonly argv: readonly string[]; readonly env: Playground["env"] },
): Promise<Machine> {
  const folder = join(ground.folder, name);
  await mkdir(folder, { recursive: true });
  const home = join(folder, "home");
  const own: Playground = { ...ground, folder, home, env: { ...env, HOME: folder, TUTTI_HOME: home } };
  let running: Running | undefined;
  return {
    name,
    ground: own,
    start: () => void (running = startTutti(own, argv)),
    signal: (signal) => {
      if (running === undefined) return;
      try {
        process.kill(running.pid, signal);
      } catch {
        // It is gone already.
      }
    },
  };
}
