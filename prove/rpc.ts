import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { dial } from "../src/api/local/dial.ts";
import { protocol } from "../src/api/protocol.ts";
import { usualCaps } from "../src/api/wire/caps.ts";
import { serve } from "../src/api/wire/serve.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { makeCounting } from "./rpc/counting.ts";
import { type Bench, makeAttacker } from "./rpc/attacker.ts";
import { caseSeed } from "./seed.ts";

/** Any message to a conductor's socket gives a coded error or silence, never an effect, never its end. */
export const rpc: Part = {
  name: "rpc",
  summary: "garbage, huge, half and wrong messages, with and without the token: 0 crashes, 0 effects",
  defaultCount: 100_000,
  run: proveRpc,
};

const attackers = 8;
const token = "0123456789abcdef".repeat(4);
/** What may be held after all of them that was not before; the attackers are in the same process. */
const growthMb = { live: 30, resident: 400 };

async function proveRpc({ count, seed, say }: PartOrder): Promise<PartResult> {
  const folder = mkdtempSync(join(tmpdir(), "tutti-rpc-"));
  const engine = makeCounting();
  const greeting = { token, protocol, version: "0.0.0", pid: process.pid, isIdle: () => true };
  const path = join(folder, "s");
  const served = await serve({ path, handlers: engine.handlers, bus: engine.bus, greeting, log: () => undefined });
  const bench: Bench = { path, token, capBytes: usualCaps.messageBytes, right: new Map(), failures: [] };
  const reached = new Map<string, number>();
  const before = memoryNow();
  const queue = Array.from({ length: count }, (_, index) => caseSeed(seed, index)).entries();
  const work = async (): Promise<void> => {
    const attacker = makeAttacker(bench);
    for (const [index, own] of queue) {
      await attacker.attack(own, index + 1);
      for (const { method } of engine.calls.splice(0)) reached.set(method, (reached.get(method) ?? 0) + 1);
      if ((index + 1) % 10_000 === 0) say(`${index + 1} messages, ${memoryNow().residentMb} MB`);
    }
    await attacker.leave();
  };
  await Promise.all(Array.from({ length: Math.min(attackers, count) }, work));
  const after = memoryNow();

  const effects = sum(reached) - sum(bench.right);
  const wrong = [...effectsBeside(bench.right, reached), ...(await answersStill(path))];
  if (after.liveMb - before.liveMb > growthMb.live || after.residentMb - before.residentMb > growthMb.resident)
    wrong.push("its memory grew too much");
  await served.close();
  if (served.connections() > 0 || engine.sinks.size > 0) wrong.push("connections or subscriptions were left");
  rmSync(folder, { recursive: true, force: true });
  return {
    tried: count,
    failures: [...bench.failures, ...wrong.map((what) => ({ seed, what }))],
    figures: {
      "good calls": sum(bench.right),
      effects,
      "MB before": before.residentMb,
      "MB after": after.residentMb,
      "live MB before": before.liveMb,
      "live MB after": after.liveMb,
    },
  };
}

/** Each method has been reached as often as it was called rightly, and no other at all. */
function effectsBeside(right: ReadonlyMap<string, number>, reached: ReadonlyMap<string, number>): string[] {
  const methods = new Set([...right.keys(), ...reached.keys()]);
  return [...methods].flatMap((method) => {
    const [called, came] = [right.get(method) ?? 0, reached.get(method) ?? 0];
    return called === came ? [] : [`${method} was called rightly ${called} times, and was reached ${came} times`];
  });
}

async function answersStill(path: string): Promise<readonly string[]> {
  try {
    const tutti = await dial({ socket: path, token, version: "0.0.0" });
    await tutti.call("conductor.ready", {});
    await tutti.close();
    return [];
  } catch (error) {
    return [`a good client gets no answer any more: ${String(error)}`];
  }
}

/** What the process holds, and what of it is in use; the rest the allocator has not given back. */
function memoryNow(): { readonly residentMb: number; readonly liveMb: number } {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { residentMb: Math.round(rss / 1e6), liveMb: Math.round((heapUsed + external) / 1e6) };
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
