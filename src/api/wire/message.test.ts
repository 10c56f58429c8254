import { describe, expect, it } from "vitest";
import { makeCounting } from "../../../prove/rpc/counting.ts";
import { Raw, gone, greeted, hello, request, up } from "../../../test/kit/raw-client.ts";
import { TuttiError } from "../../base/error.ts";

describe("a message", () => {
  it.each([
    ["garbage", "}{", -32_700, null],
    ["nothing", "", -32_700, null],
    ["a number", "5", -32_600, null],
    ["null", "null", -32_600, null],
    ["text", '"job.list"', -32_600, null],
    ["without a version", '{"id":1,"method":"job.list"}', -32_600, 1],
    ["of version 1", '{"jsonrpc":"1.0","id":1,"method":"job.list"}', -32_600, 1],
    ["without a method", '{"jsonrpc":"2.0","id":1}', -32_600, 1],
    ["whose method is a number", '{"jsonrpc":"2.0","id":1,"method":7}', -32_600, 1],
    ["whose id is an object", '{"jsonrpc":"2.0","id":{},"method":"job.list"}', -32_600, null],
    ["whose id is endless", `{"jsonrpc":"2.0","id":"${"x".repeat(201)}","method":"job.list"}`, -32_600, null],
    ["with an extra key", '{"jsonrpc":"2.0","id":1,"method":"job.list","extra":1}', -32_600, 1],
    ["with a prototype", '{"jsonrpc":"2.0","id":1,"method":"job.list","__proto__":{"params":1}}', -32_600, 1],
    ["that is an answer", '{"jsonrpc":"2.0","id":1,"result":1}', -32_600, 1],
    ["of an unknown method", '{"jsonrpc":"2.0","id":1,"method":"job.destroy"}', -32_601, 1],
    ["of a method that every object has", '{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32_601, 1],
    ["of the prototype", '{"jsonrpc":"2.0","id":1,"method":"__proto__"}', -32_601, 1],
    ["with params in a list", '{"jsonrpc":"2.0","id":1,"method":"job.list","params":[]}', -32_602, 1],
    ["with params that are null", '{"jsonrpc":"2.0","id":1,"method":"job.list","params":null}', -32_602, 1],
    ["with an unknown parameter", '{"jsonrpc":"2.0","id":1,"method":"job.list","params":{"all":true}}', -32_602, 1],
    [
      "with a prototype for params",
      '{"jsonrpc":"2.0","id":1,"method":"job.list","params":{"__proto__":{}}}',
      -32_602,
      1,
    ],
    ["of the wrong type", '{"jsonrpc":"2.0","id":1,"method":"job.cancel","params":{"job":5}}', -32_602, 1],
    [
      "with an endless list",
      `{"jsonrpc":"2.0","id":1,"method":"job.retry","params":{"job":"a","sheets":[${"1,".repeat(100_000)}1]}}`,
      -32_602,
      1,
    ],
    [
      "with an endless record",
      `{"jsonrpc":"2.0","id":1,"method":"job.submit","params":{"environment":{${Array.from({ length: 100_001 }, (_, key) => `"${key}":1`).join()}}}}`,
      -32_602,
      1,
    ],
    ["nested without end", "[".repeat(100_000), -32_700, null],
    ["nested deeply", `[${"[".repeat(100_000)}${"]".repeat(100_000)}]`, -32_600, null],
  ])("%s is refused with a code, has no effect, and the next one is heard", async (...[, text, code, id]) => {
    const { path, engine } = await up();
    const raw = (await greeted(path)).send(text, request(2, "job.list"));
    const refused = await raw.next();
    expect(Array.isArray(refused) ? refused[0] : refused).toMatchObject({
      id,
      error: { code, data: { code: "rpc.invalid", audience: "user" } },
    });
    expect(JSON.stringify(refused).length).toBeLessThan(2000);
    expect(await raw.next()).toEqual({ jsonrpc: "2.0", id: 2, result: null });
    expect(engine.calls).toEqual([{ method: "job.list", asked: {} }]);
  });

  it("with an endless list is refused before its entries are looked at", async () => {
    const { path } = await up();
    const raw = (await greeted(path)).send(
      request(1, "job.retry", { job: "a", sheets: Array.from({ length: 100_001 }, () => 1) }),
    );
    expect((await raw.next())?.error?.message).toBe("sheets: more than 100000 entries");
  });

  it("is refused when it is not UTF-8", async () => {
    const { path, engine } = await up();
    const raw = await greeted(path);
    raw.socket.write(
      Buffer.concat([
        Buffer.from('{"jsonrpc":"2.0","id":1,"method":"job.cancel","params":{"job":"'),
        Buffer.from([0xff, 0xc0]),
        Buffer.from('"}}\n'),
      ]),
    );
    expect(await raw.next()).toMatchObject({ id: null, error: { code: -32_700 } });
    expect(engine.calls).toEqual([]);
  });

  it("with wrong params hears where and why", async () => {
    const { path } = await up();
    const raw = (await greeted(path)).send(
      request(1, "sheet.logs", { folder: "/", sheet: "1", limit: 0, attempt: "one" }),
    );
    expect((await raw.next())?.error?.message).toMatch(/^sheet\.logs: attempt: .*number.*; limit: /);
  });

  it("reaches the engine with its defaults filled in", async () => {
    const { path, engine } = await up();
    const raw = (await greeted(path)).send(request(1, "job.pause", { job: "j" }));
    await raw.next();
    expect(engine.calls).toEqual([{ method: "job.pause", asked: { job: "j", now: false } }]);
  });

  it("may come byte by byte, and several at once", async () => {
    const { path, engine } = await up();
    const raw = await greeted(path);
    raw.socket.setNoDelay(true);
    for (const byte of Buffer.from(`${JSON.stringify(request(1, "job.list"))}\n`))
      raw.socket.write(Buffer.from([byte]));
    expect(await raw.next()).toMatchObject({ id: 1 });
    raw.socket.write([2, 3, 4].map((id) => `${JSON.stringify(request(id, "job.list"))}\r\n`).join(""));
    for (const id of [2, 3, 4]) expect(await raw.next()).toMatchObject({ id });
    expect(engine.calls).toHaveLength(4);
  });

  it("does nothing when it wants no answer", async () => {
    const { path, engine } = await up();
    const raw = (await greeted(path)).send(
      { jsonrpc: "2.0", method: "job.cancel", params: { job: "a" } },
      request(1, "job.list"),
    );
    expect(await raw.next()).toMatchObject({ id: 1 });
    expect(engine.calls.map(({ method }) => method)).toEqual(["job.list"]);
  });

  it("without its end does nothing, and the client hears so", async () => {
    const { path, engine } = await up();
    const raw = await greeted(path);
    raw.socket.end(JSON.stringify(request(1, "job.cancel", { job: "a" })));
    expect(await raw.all()).toMatchObject([{ id: null, error: { code: -32_700 } }]);
    expect(engine.calls).toEqual([]);
  });

  it("over the cap hears so once, and is the connection's last", async () => {
    const { path, engine, served } = await up({ messageBytes: 1000 });
    const raw = await greeted(path);
    raw.socket.write("x".repeat(100_000));
    raw.send("", request(2, "job.list"));
    expect(await raw.all()).toMatchObject([
      { id: null, error: { code: -32_600, message: expect.stringContaining("1000 bytes") as unknown } },
    ]);
    expect(engine.calls).toEqual([]);
    await gone(served);
  });
});

describe("a batch", () => {
  it("is answered at once, in its order, each for itself", async () => {
    const { path, engine } = await up();
    const raw = (await greeted(path)).send([
      request(1, "job.list"),
      null,
      { jsonrpc: "2.0", method: "job.list" },
      request(2, "no.such"),
      request(3, "conductor.ready"),
    ]);
    expect(await raw.next()).toMatchObject([
      { id: 1, result: null },
      { id: null, error: { code: -32_600 } },
      { id: 2, error: { code: -32_601 } },
      { id: 3 },
    ]);
    expect(engine.calls.map(({ method }) => method)).toEqual(["job.list", "conductor.ready"]);
  });

  it.each([
    ["of nothing", []],
    ["that is too long", Array.from({ length: 101 }, (_, id) => request(id, "job.list"))],
  ])("%s is refused as a whole", async (_what, batch) => {
    const { path, engine } = await up();
    const raw = (await greeted(path)).send(batch, request(1, "job.list"));
    expect(await raw.next()).toMatchObject({ id: null, error: { code: -32_600 } });
    expect(await raw.next()).toMatchObject({ id: 1 });
    expect(engine.calls).toHaveLength(1);
  });

  it("of one is answered as a batch; of notifications only, not at all", async () => {
    const { path } = await up();
    const raw = (await greeted(path)).send([{ jsonrpc: "2.0", method: "job.list" }], [request(5, "job.list")]);
    expect(await raw.next()).toMatchObject([{ id: 5 }]);
  });

  it("goes through the same greeting", async () => {
    const { path, engine } = await up();
    const raw = new Raw(path).send([request(1, "job.list"), hello, request(2, "job.list")]);
    expect(await raw.next()).toMatchObject([
      { id: 1, error: { data: { code: "conductor.refused" } } },
      { id: 0, result: {} },
      { id: 2, result: null },
    ]);
    expect(engine.calls).toHaveLength(1);
  });
});

describe("an error", () => {
  it.each([
    [
      new TuttiError("job.unknown", "no such job", { audience: "user", hint: "tutti list" }),
      -32_000,
      { code: "job.unknown", audience: "user", hint: "tutti list" },
    ],
    [
      new TuttiError("store.locked", "locked", { audience: "environment" }),
      -32_001,
      { code: "store.locked", audience: "environment", hint: null },
    ],
    [
      new TuttiError("bug.unreachable", "no case", { audience: "bug" }),
      -32_603,
      { code: "bug.unreachable", audience: "bug", hint: null },
    ],
    [new Error("what?"), -32_603, { code: "bug.unexpected", audience: "bug", hint: null }],
  ])("of the engine travels with its code: %s", async (error, code, data) => {
    const engine = makeCounting(() => {
      throw error;
    });
    const { path, log } = await up({}, engine);
    const raw = (await greeted(path)).send(request(1, "job.list"));
    expect(await raw.next()).toEqual({ jsonrpc: "2.0", id: 1, error: { code, message: error.message, data } });
    expect(log.some((line) => line.startsWith("job.list failed"))).toBe(data.audience === "bug");
  });

  it("is what comes of an answer that can't be said", async () => {
    const { path } = await up(
      {},
      makeCounting(() => 1n),
    );
    const raw = (await greeted(path)).send(request(1, "job.list"));
    expect(await raw.next()).toMatchObject({ id: 1, error: { code: -32_603, data: { code: "bug.unexpected" } } });
    expect(await raw.send(request(2, "no.such")).next()).toMatchObject({ id: 2 });
  });
});
