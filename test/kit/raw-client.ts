import { type Socket, createConnection } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { type Counting, makeCounting } from "../../prove/rpc/counting.ts";
import type { Caps } from "../../src/api/wire/caps.ts";
import { type Served, serve } from "../../src/api/wire/serve.ts";
import { afterwards } from "./afterwards.ts";
import { tempFolder } from "./folders.ts";

export const token = "a".repeat(64);
/** Resources to close after the test. */
export const closing: (() => unknown)[] = [];
afterwards("each test", async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Up {
  readonly path: string;
  readonly engine: Counting;
  readonly served: Served;
  readonly log: string[];
}

/** A conductor's socket in front of an engine that only counts. */
export async function up(caps: Partial<Caps> = {}, engine: Counting = makeCounting()): Promise<Up> {
  const path = join(tempFolder(), "s");
  const log: string[] = [];
  const greeting = { token, protocol: 1, version: "1.2.3", pid: 42, isIdle: () => true };
  const served = await serve({
    path,
    handlers: engine.handlers,
    bus: engine.bus,
    greeting,
    log: (line) => void log.push(line),
    caps,
  });
  closing.push(() => served.close());
  return { path, engine, served, log };
}

interface Said {
  readonly id: unknown;
  readonly result?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data: { readonly code: string; readonly audience: string; readonly hint: string | null };
  };
}

/** A client that knows nothing: it sends bytes and reads lines. */
export class Raw {
  readonly socket: Socket;
  private readonly lines: string[] = [];
  private wake: () => void = () => undefined;
  private isOver = false;
  private rest = "";

  constructor(path: string, how: { readonly allowHalfOpen?: boolean } = {}) {
    this.socket = createConnection({ path, ...how });
    this.socket.on("error", () => undefined);
    this.socket.on("data", (chunk) => {
      const parts = (this.rest + chunk.toString()).split("\n");
      this.rest = parts.pop() ?? "";
      this.lines.push(...parts);
      this.wake();
    });
    this.socket.on("close", () => {
      this.isOver = true;
      this.wake();
    });
    closing.push(() => this.socket.destroy());
  }

  send(...messages: readonly unknown[]): this {
    for (const message of messages)
      this.socket.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
    return this;
  }

  /** The next message; `undefined` when the connection is over. */
  async next(): Promise<Said | undefined> {
    while (this.lines.length === 0 && !this.isOver) await new Promise<void>((resolve) => (this.wake = resolve));
    const line = this.lines.shift();
    return line === undefined ? undefined : (JSON.parse(line) as Said);
  }

  async all(): Promise<readonly Said[]> {
    const all: Said[] = [];
    for (let one = await this.next(); one !== undefined; one = await this.next()) all.push(one);
    return all;
  }
}

/** The client hears of the end a moment before the conductor has counted it. */
export async function gone(served: Served): Promise<void> {
  while (served.connections() > 0) await new Promise((resolve) => setImmediate(resolve));
}

export function request(id: number, method: string, params?: unknown) {
  return { jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) };
}
export const hello = request(0, "conductor.hello", { token, protocol: 1, version: "1.2.3" });

export async function greeted(path: string): Promise<Raw> {
  const raw = new Raw(path).send(hello);
  expect(await raw.next()).toMatchObject({ id: 0, result: { protocol: 1 } });
  return raw;
}
