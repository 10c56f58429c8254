import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makeCounting } from "../../prove/rpc/counting.ts";
import type { Connected } from "../../src/api/client/connect.ts";
import { dial } from "../../src/api/local/dial.ts";
import { makeBus } from "../../src/api/events/bus.ts";
import { serve } from "../../src/api/wire/serve.ts";
import type { EpochMs } from "../../src/base/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { openStore } from "../../src/store/sqlite/open.ts";
import { tempFolder } from "../kit/folders.ts";
import { times } from "../kit/long.ts";

const token = "t".repeat(64);
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const followers = times(50, 200);
const rounds = 30;
const perRound = 100;
const all = Array.from({ length: rounds * perRound }, (_, index) => index + 1);

test("of many followers one stands still: the others hear everything at once, and it hears everything when it goes on", {
  timeout: 600_000,
}, async () => {
  const home = tempFolder();
  const path = join(home, "s");
  const store = await openStore(home);
  closing.push(() => store.close());
  const bus = makeBus({ store, titleOf: () => null });
  closing.push(() => bus.close());
  const greeting = { token, protocol: 1, version: "1", pid: process.pid, isIdle: () => true };
  const served = await serve({ path, handlers: makeCounting().handlers, bus, greeting, log: () => undefined });
  closing.push(() => served.close());

  const stopped = await startFollower(path);
  const others = await Promise.all(Array.from({ length: followers - 1 }, () => listen(path)));
  expect(bus.subscribers()).toBe(followers);
  stopped.signal("SIGSTOP");

  let mostUnsent = 0;
  let mostKept = 0;
  for (let round = 1; round <= rounds; round++) {
    await write(store, perRound);
    mostUnsent = Math.max(mostUnsent, served.unsent());
    mostKept = Math.max(mostKept, bus.kept());
    await Promise.all(others.map((other) => other.hasHeard(round * perRound)));
  }
  for (const { positions, gaps } of others) expect([positions, gaps]).toEqual([all, 0]);
  // Events that one client no longer reads are not kept for it, neither in the socket nor in the bus.
  expect(served.unsent()).toBeLessThan(300_000);
  expect(mostUnsent).toBeLessThan(followers * 200_000);
  expect(mostKept).toBeLessThanOrEqual(followers * 1000);
  expect(bus.kept()).toBeLessThanOrEqual(1000);

  stopped.signal("SIGCONT");
  const { positions, gaps } = await stopped.told;
  expect(positions).toEqual(all);
  expect(gaps).toBeGreaterThan(0);
});

async function write(store: Store, count: number): Promise<void> {
  const at = 1_700_000_000_000 as EpochMs;
  const notice = {
    about: "note",
    job: null,
    sheet: null,
    event: { kind: "notice", at, text: "x".repeat(500) },
  } as const;
  await store.journal.append(Array.from({ length: count }, () => notice));
}

interface Listening {
  readonly positions: number[];
  gaps: number;
  hasHeard(position: number): Promise<void>;
}

async function listen(path: string): Promise<Listening> {
  const tutti: Connected = await dial({ socket: path, token, version: "1" });
  closing.push(() => tutti.close());
  let wake: () => void = () => undefined;
  const listening: Listening = {
    positions: [],
    gaps: 0,
    async hasHeard(position) {
      while ((listening.positions.at(-1) ?? 0) < position) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
  const hear = ({ position }: { readonly position: number }): void => {
    listening.positions.push(position);
    wake();
  };
  await tutti.follow({ after: 0 }, { hear, missed: () => (listening.gaps += 1) });
  return listening;
}

interface Follower {
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  readonly told: Promise<{ readonly positions: readonly number[]; readonly gaps: number }>;
}

/** In a process of its own, which tells what it heard when it has heard the last. */
async function startFollower(path: string): Promise<Follower> {
  const source = new URL("../../src/api/local/dial.ts", import.meta.url).href;
  const text = `const { dial } = await import(${JSON.stringify(source)});
    const tutti = await dial({ socket: ${JSON.stringify(path)}, token: ${JSON.stringify(token)}, version: "1" });
    const positions = [];
    let gaps = 0;
    const hear = async ({ position }) => {
      positions.push(position);
      if (position !== ${all.length}) return;
      console.log(JSON.stringify({ positions, gaps }));
      await tutti.close();
    };
    await tutti.follow({ after: 0 }, { hear, missed: () => (gaps += 1) });
    console.log("follows");`;
  const child = spawn(
    process.execPath,
    ["--experimental-strip-types", "--no-warnings", "--input-type=module", "--eval", text],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  closing.push(() => child.kill("SIGKILL"));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe("follows");
  const told = lines.next().then(({ value }) => JSON.parse(String(value)) as Awaited<Follower["told"]>);
  return { signal: (name) => void child.kill(name), told };
}
