import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeCounting } from "../../../prove/rpc/counting.ts";
import { Raw, greeted, hello, request, up } from "../../../test/kit/raw-client.ts";

describe("the cost of one client", () => {
  it("ends at the cap of connections: the next one hears why and is sent away", async () => {
    const { path, served } = await up({ connections: 2 });
    const [first] = [await greeted(path), await greeted(path)];
    expect(await new Raw(path).all()).toMatchObject([
      { id: null, error: { code: -32_001, data: { code: "conductor.busy" } } },
    ]);
    expect(served.connections()).toBe(2);
    first.socket.destroy();
    await new Promise((resolve) => first.socket.once("close", resolve));
    await greetedEventually(path);
  });

  it("ends there too when those that are sent away don't go", async () => {
    const { path } = await up({ connections: 1, lingerMs: 100 });
    await greeted(path);
    const stays = new Raw(path, { allowHalfOpen: true });
    expect(await stays.next()).toMatchObject({ error: { data: { code: "conductor.busy" } } });
    expect(await new Raw(path).all()).toEqual([]);
  });

  it("ends at the cap of calls under way: more wait until some are answered", async () => {
    const gates: (() => void)[] = [];
    const engine = makeCounting(() => new Promise<null>((resolve) => gates.push(() => resolve(null))));
    const { path } = await up({ underWay: 3 }, engine);
    const raw = await greeted(path);
    for (let id = 1; id <= 10; id++) raw.send(request(id, "job.list"));
    // A second connection's answer is behind the calls of the first.
    const other = await greeted(path);
    other.send(request(1, "no.such"));
    await other.next();
    expect(engine.calls).toHaveLength(3);
    for (let id = 1; id <= 10; id++) {
      expect(engine.calls.length).toBeLessThanOrEqual(id + 2);
      gates.shift()?.();
      expect(await raw.next()).toMatchObject({ id });
    }
    expect(engine.calls).toHaveLength(10);
  });

  it("ends at the cap of subscriptions", async () => {
    const { path, engine } = await up({ subscriptions: 2 });
    const raw = (await greeted(path)).send(...[1, 2, 3].map((id) => request(id, "events.subscribe", {})));
    const said = [await raw.next(), await raw.next(), await raw.next()];
    expect(said.find(({ id } = { id: 0 }) => id === 3)).toMatchObject({
      error: { code: -32_000, data: { code: "conductor.busy" } },
    });
    expect(engine.sinks.size).toBe(2);
  });

  it("who asks and does not read is not heard until it does", async () => {
    const engine = makeCounting(() => "x".repeat(100_000));
    const { path } = await up({ unsentBytes: Infinity, underWay: 8 }, engine);
    const raw = await greeted(path);
    raw.socket.pause();
    for (let id = 1; id <= 200; id++) raw.send(request(id, "job.list"));
    const other = await greeted(path);
    for (let id = 1; id <= 20; id++) await other.send(request(id, "no.such")).next();
    expect(engine.calls.length).toBeLessThan(50);
    raw.socket.resume();
    for (let id = 1; id <= 200; id++) expect(await raw.next()).toMatchObject({ id });
  });

  it("who asks and never reads is no longer heard, and later cut off", async () => {
    const large = "x".repeat(1_000_000);
    const engine = makeCounting(() => large);
    const { path, served, log } = await up({ unsentBytes: 3_000_000, underWay: 8 }, engine);
    const raw = await greeted(path);
    await raw.send(request(0, "events.subscribe", {})).next();
    raw.socket.pause();
    for (let id = 1; id <= 200; id++) raw.send(request(id, "job.list"));
    while (served.unsent() === 0) await new Promise((resolve) => setImmediate(resolve));
    const other = await greeted(path);
    for (let id = 1; id <= 20; id++) await other.send(request(id, "no.such")).next();
    expect(served.unsent()).toBeLessThan(12_000_000);
    expect(engine.calls.length).toBeLessThan(20);
    // Those under way when it stopped were more than the cap lets lie.
    expect(log.join("\n")).toContain("was cut off");
    expect(engine.sinks.size).toBe(0);
  });

  async function greetedEventually(path: string): Promise<Raw> {
    for (;;) {
      const raw = new Raw(path).send(hello);
      if ((await raw.next())?.id === 0) return raw;
    }
  }
});

describe("a conductor that stops", () => {
  it("answers what it was asked, hears nothing more, and does not wait for those who don't read", async () => {
    const gates: (() => void)[] = [];
    const engine = makeCounting(() => new Promise<string>((resolve) => gates.push(() => resolve("done"))));
    const { path, served } = await up({ lingerMs: 50 }, engine);
    const [asking, idle] = [await greeted(path), await greeted(path)];
    asking.send(request(1, "job.list"));
    while (gates.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const closed = served.close();
    gates[0]?.();
    expect(await asking.all()).toMatchObject([{ id: 1, result: "done" }]);
    expect(await idle.all()).toEqual([]);
    await closed;
    expect(served.connections()).toBe(0);
    expect(existsSync(path)).toBe(false);
  });

  it("does not wait for a call without an end", async () => {
    const engine = makeCounting(() => new Promise(() => undefined));
    const { path, served } = await up({ lingerMs: 5 }, engine);
    const raw = (await greeted(path)).send(request(1, "job.list"));
    while (engine.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await served.close();
    expect(await raw.all()).toEqual([]);
  });
});
