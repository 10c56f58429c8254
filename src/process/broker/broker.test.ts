import { type Server, createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { existsSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { type Broker, type BrokerOrder, openBroker } from "./broker.ts";

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Answers with what it was asked. */
async function far(): Promise<number> {
  const server: Server = createServer((asked, answer) => {
    answer.end(JSON.stringify({ url: asked.url, host: asked.headers.host, key: asked.headers["x-api-key"] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

async function broker(order: Partial<BrokerOrder>): Promise<{ readonly broker: Broker; readonly refused: string[] }> {
  const refused: string[] = [];
  const made = await openBroker({
    allows: () => false,
    keys: [],
    onRefused: (host, why) => refused.push(`${host}: ${why}`),
    ...order,
  });
  open.push(() => made.close());
  return { broker: made, refused };
}

function asked(socketPath: string, path: string): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, headers: { "x-api-key": "held-by-tutti" } }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    sent.on("error", reject).end();
  });
}

function connected(socketPath: string, target: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(socketPath, () => socket.write(`CONNECT ${target} HTTP/1.1\r\n\r\n`));
    socket.once("data", (answer) => {
      resolve(answer.toString("latin1").split("\r\n")[0] ?? "");
      socket.destroy();
    });
  });
}

it("an allowed name is reached at the address that was looked at, and asked for only once", async () => {
  const port = await far();
  let questions = 0;
  const { broker: made } = await broker({
    allows: (host, at) => ["api.example", "127.0.0.1"].includes(host) && at === port,
    resolve: () => Promise.resolve([(questions += 1) === 1 ? "127.0.0.1" : "10.0.0.1"]),
  });
  const { body } = await asked(made.socket, `http://api.example:${String(port)}/v1`);
  expect(JSON.parse(body)).toMatchObject({ url: "/v1", host: `api.example:${String(port)}` });
  expect(questions).toBe(1);
});

it("a host that is not allowed is not looked up, and the refusal names it", async () => {
  const { broker: made, refused } = await broker({ resolve: () => Promise.reject(new Error("it was looked up")) });
  expect(await connected(made.socket, "evil.example:443")).toBe("HTTP/1.1 403 Forbidden");
  expect((await asked(made.socket, "http://evil.example/")).status).toBe(403);
  expect(refused).toEqual([
    "evil.example:443: it is not among the hosts of sandbox.network",
    "evil.example:80: it is not among the hosts of sandbox.network",
  ]);
});

it("a name that leads to this machine is refused", async () => {
  const { broker: made, refused } = await broker({
    allows: (host) => host === "rebound.example",
    resolve: () => Promise.resolve(["127.0.0.1"]),
  });
  expect(await connected(made.socket, "rebound.example:443")).toBe("HTTP/1.1 403 Forbidden");
  expect(refused[0]).toContain("which is no address of the internet");
});

it("a key is added outside of the sandbox, for its own address alone", async () => {
  const port = await far();
  const to = new URL(`http://127.0.0.1:${String(port)}/base`);
  const { broker: made } = await broker({ keys: [{ name: "key-0", to, header: "x-api-key", value: "the real one" }] });
  expect(JSON.parse((await asked(made.socket, "/key-0/v1")).body)).toMatchObject({
    url: "/base/v1",
    key: "the real one",
  });
  expect(JSON.parse((await asked(made.socket, "/key-0//evil.example/")).body)).toMatchObject({
    url: "/base//evil.example/",
    host: `127.0.0.1:${String(port)}`,
  });
  expect((await asked(made.socket, "/key-1/v1")).status).toBe(400);
});

it("its socket is gone when it is closed", async () => {
  const made = await openBroker({ allows: () => true, keys: [], onRefused: () => undefined });
  expect(existsSync(made.socket)).toBe(true);
  await made.close();
  expect(existsSync(made.socket)).toBe(false);
});
