import { lookup } from "node:dns/promises";
import { mkdtemp, rm, rmdir } from "node:fs/promises";
import { type IncomingMessage, type Server, type ServerResponse, createServer, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { type Socket, connect, isIP } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Allows, type Target, chooseAddress, targetOf } from "./decide.ts";

/** The hosts that a program without a network may reach by way of this process. */
export interface BrokerOrder {
  readonly allows: Allows;
  /** Requests to `/name/…` go to the address with the header, which the program never sees. */
  readonly keys: readonly BrokeredKey[];
  /** A connection that was not made. */
  readonly onRefused: (host: string, why: string) => void;
  /** For tests. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

export interface BrokeredKey {
  readonly name: string;
  /** Where requests go. */
  readonly to: URL;
  readonly header: string;
  readonly value: string;
}

export interface Broker {
  /** A Unix socket that speaks HTTP as a proxy does. */
  readonly socket: string;
  close(): Promise<void>;
}

/** A socket's path has room for about a hundred bytes. */
const longestPath = 80;
const connectMs = 30_000;

/** Opens a way out for one run. */
export async function openBroker(order: BrokerOrder): Promise<Broker> {
  const folder = await mkdtemp(join(tmpdir().length < longestPath ? tmpdir() : "/tmp", "tutti-net-"));
  const socket = join(folder, "s");
  const open = new Set<Socket>();
  const server = createServer((request, response) => void forward(order, request, response));
  server.on(
    "connect",
    (request: IncomingMessage, client: Socket, head: Buffer) => void tunnel(order, request, { client, head }),
  );
  server.on("connection", (client) => {
    open.add(client);
    client.on("error", () => client.destroy());
    client.once("close", () => open.delete(client));
  });
  await listening(server, socket);
  server.unref();
  return {
    socket,
    close: async () => {
      server.close();
      for (const client of open) client.destroy();
      await rm(socket, { force: true });
      await rmdir(folder).catch(() => undefined);
    },
  };
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => void server.once("error", reject).listen(path, resolve));
}

type Way = { readonly kind: "go"; readonly address: string } | { readonly kind: "refused"; readonly why: string };

async function wayTo(order: BrokerOrder, target: Target): Promise<Way> {
  const { allows, onRefused, resolve = addressesOf } = order;
  // A name that is not allowed is not even looked up: the question itself would carry it out.
  const addresses = allows(target.host, target.port) ? await resolve(target.host) : [];
  const choice = chooseAddress(target, addresses, allows);
  if (choice.kind === "refused") onRefused(`${target.host}:${String(target.port)}`, choice.why);
  return choice;
}

async function addressesOf(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const found = await lookup(host, { all: true, order: "verbatim" }).catch(() => []);
  return found.map(({ address }) => address);
}

async function tunnel(
  order: BrokerOrder,
  { url = "" }: IncomingMessage,
  { client, head }: { readonly client: Socket; readonly head: Buffer },
): Promise<void> {
  const target = targetOf(url, 443);
  if (target === null) {
    client.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    return;
  }
  const way = await wayTo(order, target);
  if (way.kind === "refused") {
    client.end(refusalText(target, way.why));
    return;
  }
  const far = connect({ host: way.address, port: target.port, timeout: connectMs });
  far.once("timeout", () => far.destroy());
  far.once("error", () => client.end("HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n"));
  far.once("connect", () => {
    far.setTimeout(0);
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    far.write(head);
    far.pipe(client);
    client.pipe(far);
  });
  client.once("close", () => far.destroy());
  far.once("close", () => client.destroy());
}

function refusalText({ host }: Target, why: string): string {
  const body = sentence(host, why);
  return `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: ${String(Buffer.byteLength(body))}\r\nConnection: close\r\n\r\n${body}`;
}

function sentence(host: string, why: string): string {
  return `The sandbox of Tutti does not reach ${host}: ${why}.\n`;
}

/** Plain HTTP to an allowed host, or a request that gets its key here. */
async function forward(order: BrokerOrder, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = keyedRequest(order.keys, request) ?? plainRequest(request);
  if (asked === null) {
    response.writeHead(400).end("This is a proxy of Tutti's sandbox.\n");
    return;
  }
  const { url, headers } = asked;
  const isSecure = url.protocol === "https:";
  const target = targetOf(url.host, isSecure ? 443 : 80);
  // Where a key goes was decided outside of the sandbox.
  const trusted = { ...order, allows: () => true };
  const way = target === null ? null : await wayTo(asked.isKeyed ? trusted : order, target);
  if (target === null || way?.kind !== "go") {
    const why = way?.kind === "refused" ? way.why : "it is no host";
    response.writeHead(403, { "content-type": "text/plain" }).end(sentence(url.host, why));
    return;
  }
  const far = (isSecure ? overHttps : overHttp)({
    host: way.address,
    port: target.port,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host },
    ...(isSecure ? { servername: isIP(target.host) === 0 ? target.host : "" } : {}),
  });
  far.once("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
    answer.pipe(response);
    answer.once("error", () => response.destroy());
  });
  far.once("error", () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  response.once("close", () => far.destroy());
  request.pipe(far);
}

interface Forwarded {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly isKeyed: boolean;
}

function plainRequest({ url = "", headers }: IncomingMessage): Forwarded | null {
  if (!url.startsWith("http://") || !URL.canParse(url)) return null;
  return { url: new URL(url), headers: withoutHops(headers), isKeyed: false };
}

function keyedRequest(keys: readonly BrokeredKey[], { url = "", headers }: IncomingMessage): Forwarded | null {
  const key = keys.find(({ name }) => url === `/${name}` || url.startsWith(`/${name}/`));
  if (key === undefined) return null;
  const { to, name, header, value } = key;
  const rest = url.slice(name.length + 1);
  // Joined as text: a path that begins with two slashes would name another host.
  const whole = new URL(`${to.origin}${to.pathname.replace(/\/$/, "")}${rest}`);
  return { url: whole, headers: { ...withoutHops(headers), [header]: value }, isKeyed: true };
}

const hops = new Set([
  "connection",
  "proxy-connection",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "upgrade",
  "transfer-encoding",
]);

function withoutHops(headers: IncomingMessage["headers"]): Record<string, string | string[] | undefined> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hops.has(name)));
}
