import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askHttp, type HttpAnswer } from "../../../test/kit/http-asking.ts";
import { makeBus } from "../events/bus.ts";
import { type Handlers, isOwn, type Method, methods } from "../methods/table.ts";
import { makeApp } from "./app.ts";
import { type HttpDoor, openHttpDoor } from "./serve.ts";
import { makeSessions } from "./sessions.ts";

const names = Object.keys(methods) as Method[];
const page = {
  type: "text/html; charset=utf-8",
  bytes: new Uint8Array(
    new TextEncoder().encode('<!doctype html><meta content="%NONCE%"><i title="%CSRF% %VERSION%">'),
  ),
  gzip: null,
};
const assets = { page: () => Promise.resolve(page), find: () => Promise.resolve(null) };
/** Methods whose use case was reached, with what they were asked. */
const reached: string[] = [];
const handlers = Object.fromEntries(
  names
    .filter((name) => !isOwn(name))
    .map((name) => [
      name,
      () => {
        reached.push(name);
        return Promise.resolve([]);
      },
    ]),
) as unknown as Handlers;
const bus = makeBus({
  store: { rows: () => Promise.resolve([]), position: () => Promise.resolve(7), follow: () => () => undefined },
  titleOf: () => null,
});

let door: HttpDoor;
let port = 0;
let cookie = "";
let csrf = "";
const own = (): Record<string, string> => ({ origin: `http://127.0.0.1:${String(port)}` });
const json = { "content-type": "application/json" };
const asPage = (): Record<string, string> => ({ ...own(), ...json, cookie, "x-tutti-csrf": csrf });
const post = (path: string, headers: Readonly<Record<string, string>>, body = "{}"): Promise<HttpAnswer> =>
  askHttp(port, { method: "POST", path, headers, body });

beforeAll(async () => {
  door = await openHttpDoor({ handlers, bus, version: "1.2.3", now: () => 0, port: 0, assets });
  port = Number(new URL(door.link()).port);
  const answer = await post("/login", { ...own(), ...json }, JSON.stringify({ token: tokenOf(door.link()) }));
  cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
  const session = await askHttp(port, { method: "GET", path: "/session", headers: { cookie } });
  ({ csrf } = JSON.parse(session.body) as { csrf: string });
});
afterAll(() => door.close());

function tokenOf(link: string): string {
  return new URL(link).hash.replace("#login=", "");
}

/** As the router has them, with a method's name where it takes one. */
function routes(): readonly { readonly method: string; readonly path: string }[] {
  const app = makeApp({
    handlers,
    bus,
    assets,
    version: "",
    sessions: makeSessions(() => 0),
    port: () => 1,
    streams: new Set(),
  });
  // Checks that apply to every request have no method of their own.
  const plain = app.routes.filter(({ method }) => method !== "ALL");
  return plain.flatMap(({ method, path }) => {
    if (path === "/api/:method") return names.map((name) => ({ method, path: `/api/${name}` }));
    return [{ method, path: path.replace("*", "anything").replace(":name", "x.js") }];
  });
}

const known = routes();
const needsSession = known.filter(({ path }) => /^\/(?:api|session|logout)/.test(path));

it("the list of routes is not empty and has every method of the contract", () => {
  expect(known.length).toBeGreaterThan(names.length + 5);
  expect(needsSession.length).toBeGreaterThanOrEqual(names.length + 3);
});

describe("a request is refused before anything is done, on every route there is,", () => {
  it.each([
    ["with the Host of another name", { host: "evil.example" }],
    ["with a name that is pointed to the loopback address", { host: "evil.example:7433" }],
    ["with the Host of another port", { host: "127.0.0.1:1" }],
    ["with the Origin of another site", { origin: "https://evil.example" }],
    ["with the Origin of another port", { origin: "http://127.0.0.1:1" }],
    ["with the Origin of a sandboxed frame", { origin: "null" }],
    ["from a page of another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
  ])("%s", async (_what, forged) => {
    reached.length = 0;
    const answers = await Promise.all(
      known.map(async ({ method, path }) => {
        const { status } = await askHttp(port, { method, path, headers: { ...asPage(), ...forged } });
        return { path, status };
      }),
    );
    expect(answers.filter(({ status }) => status !== 403)).toEqual([]);
    expect(reached).toEqual([]);
  });

  it.each([
    ["without a cookie", 401, { cookie: "" }],
    ["with a cookie of its own making", 401, { cookie: "tutti=x" }],
  ])("%s", async (_what, wanted, forged) => {
    reached.length = 0;
    const answers = await Promise.all(
      needsSession.map(async ({ method, path }) => {
        const headers = { ...asPage(), ...forged };
        return (await askHttp(port, { method, path, headers, onlyHead: true })).status;
      }),
    );
    expect(new Set(answers)).toEqual(new Set([wanted]));
    expect(reached).toEqual([]);
  });

  it.each([
    ["without the header against forged requests", { "x-tutti-csrf": "" }],
    ["with a wrong one", { "x-tutti-csrf": "x".repeat(43) }],
  ])("and changes nothing %s", async (_what, forged) => {
    reached.length = 0;
    const changes = needsSession.filter(({ method }) => method === "POST");
    const answers = await Promise.all(changes.map(({ path }) => post(path, { ...asPage(), ...forged })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    expect(reached).toEqual([]);
  });

  it("when it changes something and has no Origin", async () => {
    const { origin: _, ...rest } = asPage();
    const answers = await Promise.all(
      known.filter(({ method }) => method === "POST").map(({ path }) => post(path, rest)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  });

  it("when it is a form, which browsers send without asking first", async () => {
    reached.length = 0;
    const answer = await post("/api/job.list", { ...asPage(), "content-type": "text/plain" });
    expect([answer.status, reached]).toEqual([400, []]);
  });

  it("when it wants a websocket: by its origin where that is forged, and because there is none at all", async () => {
    const wish = { connection: "upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
    const ask = async (path: string, forged: Readonly<Record<string, string>>): Promise<number> =>
      (await askHttp(port, { method: "GET", path, headers: { ...asPage(), ...wish, ...forged }, onlyHead: true }))
        .status;
    for (const { method, path } of known.filter((one) => one.method === "GET")) {
      expect([method, path, await ask(path, { origin: "https://evil.example" })]).toEqual([method, path, 403]);
      expect([method, path, await ask(path, { host: "evil.example" })]).toEqual([method, path, 403]);
      expect([method, path, await ask(path, {})]).not.toEqual([method, path, 101]);
    }
    expect(await ask("/api/terminal", {})).toBe(404);
  });

  it("when it is longer than the socket takes", async () => {
    const { status } = await post("/api/job.list", asPage(), JSON.stringify({ long: "x".repeat(5 * 1024 * 1024) }));
    expect(status).toBe(413);
  });
});

describe("a page that is logged in", () => {
  it("calls every method of the table by the same checks of its params", async () => {
    for (const name of names) {
      reached.length = 0;
      const { status, body } = await post(`/api/${name}`, asPage(), JSON.stringify({ no_such_key: 1 }));
      const text = `${name}: ${String(status)} ${body}`;
      expect(text).toMatch(isOwn(name) ? /is of a connection/ : /: 400 .*rpc\.invalid/);
      expect(reached).toEqual([]);
    }
  });

  it("gets what the use case gives, and hears of names that are no methods", async () => {
    expect((await post("/api/job.list", asPage())).body).toBe("[]");
    expect((await post("/api/constructor", asPage())).body).toContain("there is no method");
    expect((await askHttp(port, { method: "GET", path: "/api/job.list", headers: asPage() })).status).toBe(404);
  });

  it("follows events from the position that it heard last", async () => {
    const answer = await askHttp(port, { method: "GET", path: "/api/events", headers: asPage(), onlyHead: true });
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/event-stream"]);
  });

  it("hears in the first message where the journal stands, or the position that it goes on from", async () => {
    const first = async (headers: Readonly<Record<string, string>>): Promise<string> => {
      const ended = new AbortController();
      const answer = await fetch(`http://127.0.0.1:${String(port)}/api/events`, {
        headers: { cookie, ...headers },
        signal: ended.signal,
      });
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
      const { value } = await reader.read();
      ended.abort();
      return new TextDecoder().decode(value);
    };
    expect(await first({})).toContain('id: 7\nevent: begin\ndata: {"position":7}');
    expect(await first({ "last-event-id": "3" })).toContain("id: 3\nevent: begin");
    expect(await first({ "last-event-id": "x; drop" })).toContain("id: 7\n");
  });

  it("is logged out by its own request, and its cookie is worth nothing then", async () => {
    const answer = await post("/login", { ...own(), ...json }, JSON.stringify({ token: tokenOf(door.link()) }));
    const other = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
    const session = await askHttp(port, { method: "GET", path: "/session", headers: { cookie: other } });
    const mine = { ...own(), cookie: other, "x-tutti-csrf": (JSON.parse(session.body) as { csrf: string }).csrf };
    expect((await post("/logout", mine)).status).toBe(204);
    expect((await askHttp(port, { method: "GET", path: "/session", headers: { cookie: other } })).status).toBe(401);
  });
});

it("every answer forbids scripts of others, frames, guessed types and caches; the cookie is for the server alone", async () => {
  const { headers } = await askHttp(port, { method: "GET", path: "/jobs/x" });
  expect(headers["content-security-policy"]).toContain("script-src 'self';");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const { body, headers: own } = await askHttp(port, { method: "GET", path: "/" });
      const nonce = /style-src-elem 'self' 'nonce-([\w-]{43})'/.exec(String(own["content-security-policy"]))?.[1] ?? "";
      expect(body).toContain(`content="${nonce}"`);
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(2);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
  });
  const answer = await post("/login", { ...own(), ...json }, JSON.stringify({ token: tokenOf(door.link()) }));
  expect(String(answer.headers["set-cookie"])).toMatch(/^tutti-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
});

it("the page itself brings what its own calls need, and only to a browser that is logged in", async () => {
  const read = async (headers: Readonly<Record<string, string>>): Promise<string> =>
    (await askHttp(port, { method: "GET", path: "/jobs/x", headers })).body;
  expect(await read({ cookie })).toContain(`title="${csrf} 1.2.3"`);
  for (const other of ["", "tutti=x", cookie.slice(0, -1)])
    expect(await read({ cookie: other })).toContain('title=" 1.2.3"');
});

it("a link is used once", async () => {
  const body = JSON.stringify({ token: tokenOf(door.link()) });
  const statuses = [
    await post("/login", { ...own(), ...json }, body),
    await post("/login", { ...own(), ...json }, body),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([204, 401]);
});
