import { protocol } from "../../src/api/protocol.ts";
import { type Chance, chanceFrom } from "../seed.ts";
import { type Hostile, hostileMessage } from "./hostile-messages.ts";
import { faultsOf } from "./judge.ts";
import { type Heard, type RawConnection, openRaw } from "./raw-connection.ts";

/** What all attackers share. */
export interface Bench {
  readonly path: string;
  readonly token: string;
  readonly capBytes: number;
  /** How often each method was called correctly, by a client with the token. */
  readonly right: Map<string, number>;
  readonly failures: { seed: number; what: string }[];
}

/** One who sends hostile messages over connections of its own, one after the other. */
export interface Attacker {
  attack(seed: number, id: number): Promise<void>;
  leave(): Promise<void>;
}

export function makeAttacker(bench: Bench): Attacker {
  let inside: RawConnection | null = null;
  const asFriend = async (chance: Chance, id: number): Promise<readonly string[]> => {
    inside ??= await letIn(bench);
    const hostile = hostileMessage(chance, id, bench.capBytes);
    const { faults, isOver } = await sayTo(bench, inside, { hostile, id });
    if (isOver) inside = null;
    return faults;
  };
  return {
    async attack(seed, id) {
      const chance = chanceFrom(seed);
      const faults = await (chance.whole(4) === 0 ? asStranger(bench, chance, id) : asFriend(chance, id));
      for (const fault of faults) bench.failures.push({ seed, what: fault });
    },
    async leave() {
      await inside?.destroy();
    },
  };
}

interface Saying {
  readonly hostile: Hostile;
  readonly id: number;
}

/** A call behind it tells when everything before has been answered, and that the connection still works. */
async function sayTo(
  bench: Bench,
  connection: RawConnection,
  { hostile, id }: Saying,
): Promise<{ faults: readonly string[]; isOver: boolean }> {
  const { expected, bytes, name } = hostile;
  const marker = -id;
  connection.send(bytes);
  if (expected.kind === "cut") {
    await connection.destroy();
    return { faults: [], isOver: true };
  }
  if (expected.kind !== "end") connection.send(`{"jsonrpc":"2.0","id":${marker},"method":"conductor.ready"}\n`);
  const heard = await connection.until(marker);
  if (expected.kind === "batch" && !heard.isOver) await hearOut(bench, connection, { heard, marker });
  const reached = expected.kind === "result" ? [expected.method] : expected.kind === "batch" ? expected.calls : [];
  for (const method of heard.isOver ? reached : [...reached, "conductor.ready"])
    bench.right.set(method, (bench.right.get(method) ?? 0) + 1);
  if (heard.isOver) await connection.destroy();
  return { faults: faultsOf(expected, heard, marker).map((fault) => `${name}: ${fault}`), isOver: heard.isOver };
}

/** A batch is answered when its last member is, which may be a moment after the call behind it. */
async function hearOut(
  bench: Bench,
  connection: RawConnection,
  { heard, marker }: { heard: Heard; marker: number },
): Promise<void> {
  connection.send(`{"jsonrpc":"2.0","id":${marker},"method":"conductor.ready"}\n`);
  heard.messages.push(...(await connection.until(marker)).messages);
  bench.right.set("conductor.ready", (bench.right.get("conductor.ready") ?? 0) + 1);
}

async function letIn({ path, token }: Bench): Promise<RawConnection> {
  const connection = await openRaw(path);
  connection.send(
    `${JSON.stringify({ jsonrpc: "2.0", id: 0, method: "conductor.hello", params: { token, protocol, version: "0.0.0" } })}\n`,
  );
  await connection.until(0);
  return connection;
}

/**
 * Somebody without the token: whatever is said, no answer is a result, and after a few words the connection is ended.
 */
async function asStranger(bench: Bench, chance: Chance, id: number): Promise<readonly string[]> {
  const connection = await openRaw(bench.path);
  const heard: unknown[] = [];
  let isOver = false;
  for (let turn = 0; turn < 40 && !isOver; turn++) {
    connection.send(strangersWord(bench, chance, id));
    // Some of them are half a line; what follows is to be heard for itself.
    connection.send(`\n{"jsonrpc":"2.0","id":${-id - turn},"method":"job.cancel","params":{"job":"a"}}\n`);
    const { messages, isOver: ended } = await connection.until(-id - turn);
    heard.push(...messages);
    isOver = ended || chance.whole(6) === 0;
  }
  await connection.destroy();
  const results = heard
    .flat()
    .filter((message) => !(message !== null && typeof message === "object" && "error" in message));
  return [
    ...results.map((result) => `a stranger got ${JSON.stringify(result)}`),
    ...(isOver ? [] : ["a stranger was not sent away"]),
  ];
}

function strangersWord({ token, capBytes }: Bench, chance: Chance, id: number): Buffer | string {
  const hello = (params: object | null): string =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method: "conductor.hello", params })}\n`;
  switch (chance.whole(8)) {
    case 0:
      return hello({ token: token.slice(0, chance.whole(token.length)), protocol, version: "0" });
    case 1:
      return hello({
        token: chance.pick<unknown>([null, 5, [token], { token }, "", `${token} `]),
        protocol,
        version: "0",
      });
    case 2:
      return hello({ token, protocol: chance.pick([0, 2, -1, 1.5]), version: "0" });
    case 3:
      return hello({ token, protocol: chance.pick<unknown>([`${protocol}`, null, [protocol]]), version: "0" });
    case 4:
      return hello(null);
    case 5:
      return Buffer.alloc(chance.whole(40_000), "x");
    default:
      return hostileMessage(chance, id, Math.min(capBytes, 100_000)).bytes;
  }
}
