import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { makeServer } from "./server.ts";
import type { Desk } from "./tool.ts";

export interface HttpServing {
  readonly url: string;
  close(): Promise<void>;
}

interface HttpHow {
  readonly version: string;
  readonly port: number;
  /** Every request has to carry it as its bearer token. */
  readonly token: string;
}

/**
 * Serves over HTTP on the loopback address. A web page in the person's browser reaches that address too: requests with a
 * foreign Host or Origin are refused, and so are those without the token.
 */
export async function serveHttp(desk: Desk, how: HttpHow): Promise<HttpServing> {
  const handler = createMcpHandler(() => makeServer(desk, how.version));
  const answer = (request: Request): Promise<Response> | Response =>
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins()) ??
    (isAllowed(request, how.token) ? handler.fetch(request) : refusal());
  const server = createServer((incoming, outgoing) => {
    void serveOne(incoming, outgoing, answer);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(how.port, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isAllowed(request: Request, token: string): boolean {
  const given = Buffer.from(request.headers.get("authorization") ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function refusal(): Response {
  return new Response("the token of this server is missing or wrong\n", {
    status: 401,
    headers: { "www-authenticate": "Bearer" },
  });
}

/** Node's requests as the ones that the SDK takes: its adapter would bring a web framework with it. */
async function serveOne(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Promise<Response> | Response,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => {
    gone.abort();
  });
  try {
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers))
      for (const one of [value ?? []].flat()) headers.append(name, one);
    const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
    const request = new Request(`http://${incoming.headers.host ?? "127.0.0.1"}${incoming.url ?? "/"}`, {
      method: incoming.method ?? "GET",
      headers,
      signal: gone.signal,
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
    });
    const response = await answer(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) outgoing.end();
    else await pipeline(Readable.fromWeb(response.body), outgoing);
  } catch {
    // The client is gone, or sent what is no request.
    if (!outgoing.headersSent) outgoing.writeHead(400);
    outgoing.end();
  }
}
