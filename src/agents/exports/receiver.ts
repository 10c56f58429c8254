import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Usage } from "../../sheet/cost/usage.ts";
import type { ModelPrice } from "../bridge-request.ts";
import { makeTally } from "./tally.ts";

/** Takes what one run of an agent exports by OTLP over HTTP: tokens and cost are counted, everything else is dropped. */
export interface Receiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. Its path is a secret of this run, because not every agent can send a header. */
  readonly endpoint: string;
  /** Tells the sum whenever it has changed; `model`: the only one that it is of. */
  follow(hear: (usage: Usage, model: string | null) => void): void;
  /** After the requests that are being read. */
  close(): Promise<void>;
}

const mostBytes = 4 * 1024 * 1024;
const mostUnpacked = 16 * 1024 * 1024;
const mostConnections = 16;
const requestMs = 10_000;
const lastRequestsMs = 2_000;

/** On a port of the loopback address. `null`: there is none to be had, so the run's usage stays unknown. */
export async function openReceiver({
  priceOf,
}: {
  readonly priceOf: (model: string | null) => ModelPrice | null;
}): Promise<Receiver | null> {
  let follower: (usage: Usage, model: string | null) => void = () => undefined;
  const tally = makeTally(priceOf);
  const secret = randomBytes(16).toString("hex");
  let told = "";
  const hear = (signal: "metrics" | "logs", body: unknown): void => {
    tally.hear(signal, body);
    const { usage } = tally;
    const now = JSON.stringify(usage);
    const isNews = usage !== null && now !== told;
    told = now;
    if (isNews) follower(usage, tally.model);
  };
  const server = createServer({ connectionsCheckingInterval: 1_000 }, (request, response) => {
    answer(request, secret, hear).then(
      ({ status, type }) => finish(response, status, type),
      () => finish(response, 400, "application/json"),
    );
  });
  server.maxConnections = mostConnections;
  server.requestTimeout = requestMs;
  server.headersTimeout = requestMs;
  // An agent that goes on must not be what a command waits for at its end.
  server.unref();
  const isOpen = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(0, "127.0.0.1", () => resolve(true));
  });
  if (!isOpen) return null;
  return {
    endpoint: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/${secret}`,
    follow: (hear) => void (follower = hear),
    close: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) {
      resolve();
      return;
    }
    const timer = setTimeout(() => server.closeAllConnections(), lastRequestsMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

interface Answer {
  readonly status: number;
  readonly type: string;
}

async function answer(
  request: IncomingMessage,
  secret: string,
  hear: (signal: "metrics" | "logs", body: unknown) => void,
): Promise<Answer> {
  const { method, url = "", headers } = request;
  const [, given = "", signal] = /^\/([^/]+)\/v1\/(metrics|logs|traces)$/.exec(url) ?? [];
  const type = (headers["content-type"] ?? "").split(";")[0]?.trim() ?? "";
  const plain = { type: "application/json" };
  // A page in a browser has an origin; an agent has none.
  if (headers.origin !== undefined) return { ...plain, status: 403 };
  if (method !== "POST" || signal === undefined || !isSame(given, secret)) return { ...plain, status: 404 };
  if (type !== "application/json" && type !== "application/x-protobuf") return { ...plain, status: 415 };
  const bytes = await readBody(request);
  if (bytes === null) return { ...plain, status: 413 };
  if (signal === "metrics" || signal === "logs") {
    const body = await unpacked(bytes, headers["content-encoding"]);
    if (body === null) return { ...plain, status: 415 };
    const message: unknown = type === "application/json" ? JSON.parse(body.toString()) : await decoded(signal, body);
    if (message === null) return { ...plain, status: 400 };
    hear(signal, message);
  }
  return { status: 200, type };
}

/** Most agents send JSON, and most commands load nothing of this. */
async function decoded(signal: "metrics" | "logs", body: Uint8Array): Promise<unknown> {
  const { fromProtobuf } = await import("./protobuf.ts");
  return fromProtobuf(signal, body);
}

function isSame(given: string, secret: string): boolean {
  return given.length === secret.length && timingSafeEqual(Buffer.from(given), Buffer.from(secret));
}

/** `null`: it is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const unzip = promisify(gunzip);

/** `null`: packed in a way that OTLP does not have. */
async function unpacked(bytes: Buffer, encoding: string | undefined): Promise<Buffer | null> {
  if (encoding === undefined || encoding === "identity") return bytes;
  return encoding === "gzip" ? unzip(bytes, { maxOutputLength: mostUnpacked }) : null;
}

/** An empty message of its own kind says that all of it was taken. */
function finish(response: ServerResponse, status: number, type: string): void {
  response.writeHead(status, { "content-type": type, connection: status === 200 ? "keep-alive" : "close" });
  response.end(type === "application/json" ? "{}" : "");
}
