import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createGunzip } from "node:zlib";
import type { Git } from "../../git/git.ts";
import { askedBy } from "./asked.ts";

/** The refs of a store that one claim may see and write. */
export interface Admitted {
  readonly gitDir: string;
  readonly ref: string;
}

export interface GitServing {
  readonly git: Git;
  readonly host: string;
  readonly port: number;
  /** Absent: plain HTTP, for the loopback only. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** `null`: the token does not hold the claim. */
  readonly admit: (token: string, epoch: number) => Promise<Admitted | null>;
}

export interface GitServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Git's own protocol over HTTP, for the refs of claims. */
export async function serveGit(serving: GitServing): Promise<GitServer> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    respond(serving, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else say(response, 500, "the conductor could not answer");
    });
  };
  const server = serving.tls === undefined ? createServer(answer) : createTlsServer({ ...serving.tls }, answer);
  // A push waits for nothing that takes minutes.
  server.requestTimeout = 600_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(serving.port, serving.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => closed(server) };
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

async function respond(serving: GitServing, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = askedBy(request.method ?? "", request.url ?? "");
  if (asked === null) {
    say(response, 404, "there is no such place");
    return;
  }
  const token = tokenIn(request.headers.authorization);
  const admitted = token === null ? null : await serving.admit(token, asked.epoch);
  if (admitted === null) {
    say(response, 403, "this worker does not hold the claim");
    return;
  }
  const { service, isAdvertised } = asked;
  const way = isAdvertised ? "advertisement" : "result";
  response.writeHead(200, { "content-type": `application/x-${service}-${way}`, "cache-control": "no-store" });
  if (isAdvertised) response.write(`${packetLine(`# service=${service}\n`)}0000`);
  const talk = serving.git.converse({
    gitDir: admitted.gitDir,
    args: [
      ...settingsFor(admitted.ref),
      service.slice("git-".length),
      "--stateless-rpc",
      ...(isAdvertised ? ["--http-backend-info-refs"] : []),
      admitted.gitDir,
    ],
    heard: (chunk) => void response.write(chunk),
  });
  if (!isAdvertised) for await (const chunk of bodyOf(request)) talk.say((chunk as Buffer).toString("latin1"));
  await talk.end();
  response.end();
}

/** Shows one ref, takes one ref, and checks every object that comes. Protocol 0 gives nothing that is not shown. */
function settingsFor(ref: string): readonly string[] {
  const settings = {
    "transfer.hideRefs": ["refs", `!${ref}`],
    "core.alternateRefsCommand": ["true"],
    "receive.fsckObjects": ["true"],
    "receive.maxInputSize": [String(mostPushed)],
    "receive.denyDeletes": ["true"],
    "receive.autogc": ["false"],
    "receive.advertisePushOptions": ["false"],
    "uploadpack.allowFilter": ["false"],
  };
  return Object.entries(settings).flatMap(([key, values]) => values.flatMap((value) => ["-c", `${key}=${value}`]));
}

const mostPushed = 2 * 1024 ** 3;

function bodyOf(request: IncomingMessage): AsyncIterable<unknown> {
  return request.headers["content-encoding"] === "gzip" ? request.pipe(createGunzip()) : request;
}

function tokenIn(header: string | undefined): string | null {
  const [kind, value = ""] = (header ?? "").split(" ");
  return kind === "Bearer" && value.length <= 200 ? value : null;
}

function packetLine(text: string): string {
  return `${(text.length + 4).toString(16).padStart(4, "0")}${text}`;
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain" }).end(`${text}\n`);
}
