import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Bus } from "../events/bus.ts";
import type { Handlers } from "../methods/table.ts";
import { makeApp } from "./app.ts";
import { type Assets, builtAssets } from "./assets.ts";
import { makeSessions } from "./sessions.ts";

export interface HttpParts {
  readonly handlers: Handlers;
  readonly bus: Bus;
  readonly version: string;
  readonly now: () => number;
  /** Taken by another program: a free one is used. */
  readonly port: number;
  readonly assets?: Assets;
}

/** The door for browsers, on the loopback address. */
export interface HttpDoor {
  /** An address that logs one browser in, once. */
  link(): string;
  /** Browsers that follow events now. */
  followers(): number;
  close(): Promise<void>;
}

export async function openHttpDoor(parts: HttpParts): Promise<HttpDoor> {
  const sessions = makeSessions(parts.now);
  const streams = new Set<() => void>();
  const port = (): number => (server.address() as AddressInfo).port;
  const app = makeApp({ ...parts, assets: parts.assets ?? builtAssets(), sessions, streams, port });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await listen(server, parts.port);
  return {
    // A browser never sends the part behind #: no log and no referrer has it.
    link: () => `http://127.0.0.1:${String(port())}/#login=${sessions.invite()}`,
    followers: () => streams.size,
    close: async () => {
      for (const end of streams) end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The same port each time keeps a bookmark good. */
async function listen(server: Server, port: number): Promise<void> {
  const once = (wanted: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(wanted, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  await once(port).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    return once(0);
  });
}
