import { describe, expect, it } from "vitest";
import { Raw, gone, hello, request, token, up } from "../../../test/kit/raw-client.ts";

describe("the greeting", () => {
  it("describes the conductor to each client with the token", async () => {
    const { path } = await up();
    const raw = new Raw(path).send(hello);
    expect(await raw.next()).toEqual({
      jsonrpc: "2.0",
      id: 0,
      result: { protocol: 1, version: "1.2.3", pid: 42, isIdle: true },
    });
  });

  it("refuses every method before hello, and none of them has an effect", async () => {
    const { path, engine } = await up({ strikes: 1_000 });
    const raw = new Raw(path);
    const names = [...Object.keys(engine.handlers), "events.subscribe", "events.unsubscribe", "no.such"];
    for (const [id, name] of names.entries()) {
      raw.send(request(id, name, {}));
      expect(await raw.next()).toMatchObject({ id, error: { code: -32_000, data: { code: "conductor.refused" } } });
    }
    expect([engine.calls, engine.sinks.size]).toEqual([[], 0]);
  });

  it.each([
    ["another token", { token: "b".repeat(64), protocol: 1, version: "1" }],
    ["the beginning of the token", { token: token.slice(0, 63), protocol: 1, version: "1" }],
    ["no token", { protocol: 1, version: "1" }],
    ["a token that is no text", { token: [token], protocol: 1, version: "1" }],
    ["nothing", undefined],
    ["another token and another protocol", { token: "b", protocol: 2, version: "1" }],
  ])("admits no client with %s", async (_what, params) => {
    const { path, engine } = await up();
    const raw = new Raw(path).send(request(1, "conductor.hello", params), request(2, "job.list"));
    expect(await raw.next()).toMatchObject({ id: 1, error: { data: { code: "conductor.refused" } } });
    expect(await raw.next()).toMatchObject({ id: 2, error: { data: { code: "conductor.refused" } } });
    expect(engine.calls).toEqual([]);
  });

  it("tells a client of another protocol both versions and what to do, regardless of its other fields", async () => {
    const { path, engine } = await up();
    const raw = new Raw(path).send(
      request(1, "conductor.hello", { token, protocol: 2, version: "9.9.9", later: true }),
      request(2, "job.list"),
    );
    const answer = await raw.next();
    expect(answer).toMatchObject({
      id: 1,
      error: {
        code: -32_000,
        data: { code: "conductor.other_version", hint: expect.stringContaining("tutti restart") as unknown },
      },
    });
    expect(answer?.error?.message).toMatch(/1\.2\.3 \(protocol 1\).*9\.9\.9 \(protocol 2\)/);
    expect(await raw.next()).toMatchObject({ id: 2, error: { data: { code: "conductor.refused" } } });
    expect(engine.calls).toEqual([]);
  });

  it("is not opened by a hello that is wrong otherwise", async () => {
    const { path, engine } = await up();
    const raw = new Raw(path).send(
      request(1, "conductor.hello", { token, protocol: 1, version: 3 }),
      request(2, "job.list"),
    );
    expect(await raw.next()).toMatchObject({ id: 1, error: { code: -32_602, data: { code: "rpc.invalid" } } });
    expect(await raw.next()).toMatchObject({ id: 2, error: { data: { code: "conductor.refused" } } });
    expect(engine.calls).toEqual([]);
  });

  it("ends a connection after a few messages that are no hello", async () => {
    const { path } = await up({ strikes: 3 });
    const raw = new Raw(path).send(
      "garbage",
      request(1, "job.list"),
      request(2, "conductor.hello", { token: "x" }),
      hello,
    );
    const said = await raw.all();
    expect(said.map(({ error }) => error?.data.code)).toEqual([
      "rpc.invalid",
      "conductor.refused",
      "conductor.refused",
      "conductor.refused",
    ]);
  });

  it("does not wait for one that it ended to end its own side", async () => {
    const { path, served } = await up({ strikes: 1, lingerMs: 5 });
    const raw = new Raw(path, { allowHalfOpen: true }).send("garbage");
    expect(await raw.next()).toMatchObject({ error: { code: -32_700 } });
    await gone(served);
    expect(served.connections()).toBe(0);
  });

  it("ends a connection that says nothing", async () => {
    const { path, served } = await up({ helloMs: 5 });
    expect(await new Raw(path).all()).toMatchObject([{ id: null, error: { data: { code: "conductor.refused" } } }]);
    await gone(served);
  });

  it("reads no more of a stranger's message than a hello needs", async () => {
    const { path } = await up();
    const raw = new Raw(path);
    raw.socket.write("x".repeat(16 * 1024 + 1));
    expect(await raw.all()).toMatchObject([
      { id: null, error: { code: -32_600, message: expect.stringContaining("16384 bytes") as unknown } },
    ]);
  });
});
