import { describe, expect, it } from "vitest";
import { type Counting, makeCounting } from "../../../prove/rpc/counting.ts";
import { greeted, request, up } from "../../../test/kit/raw-client.ts";
import { TuttiError } from "../../base/error.ts";

describe("a subscription", () => {
  const event = { position: 8, index: 0, type: "conductor.notice" } as never;

  it("hears its number first, then what happens, and nothing after its end", async () => {
    const { path, engine } = await up();
    const raw = (await greeted(path)).send(request(1, "events.subscribe", { after: 3 }));
    while (engine.sinks.size === 0) await new Promise((resolve) => setImmediate(resolve));
    engine.tell(event);
    expect(await raw.next()).toEqual({ jsonrpc: "2.0", id: 1, result: { subscription: 1, position: 7 } });
    expect(await raw.next()).toEqual({
      jsonrpc: "2.0",
      method: "events.news",
      params: { subscription: 1, events: [event] },
    });
    raw.send(
      request(2, "events.unsubscribe", { subscription: 1 }),
      request(3, "events.unsubscribe", { subscription: 1 }),
    );
    expect(await raw.next()).toMatchObject({ id: 2, result: { ended: true } });
    expect(await raw.next()).toMatchObject({ id: 3, result: { ended: false } });
    expect(engine.sinks.size).toBe(0);
  });

  it("is told at once of what was written before its number was", async () => {
    const engine = makeCounting();
    const early: Counting = {
      ...engine,
      bus: { ...engine.bus, follow: (what, sink) => (sink.write([event]), engine.bus.follow(what, sink)) },
    };
    const { path } = await up({}, early);
    const raw = (await greeted(path)).send([request(1, "events.subscribe", {})]);
    expect(await raw.next()).toMatchObject([{ id: 1 }]);
    expect(await raw.next()).toMatchObject({ method: "events.news" });
  });

  it("counts from when it was asked for, and not at all when it could not be", async () => {
    const engine = makeCounting();
    const gates: (() => void)[] = [];
    let fails = true;
    const follow: Counting["bus"]["follow"] = async (what, sink) => {
      if (fails) throw new TuttiError("conductor.stopping", "stopping", { audience: "environment" });
      await new Promise<void>((resolve) => gates.push(resolve));
      return engine.bus.follow(what, sink);
    };
    const { path } = await up({ subscriptions: 1 }, { ...engine, bus: { ...engine.bus, follow } });
    const raw = await greeted(path);
    for (const id of [1, 2])
      expect(await raw.send(request(id, "events.subscribe", {})).next()).toMatchObject({
        id,
        error: { code: -32_001 },
      });
    fails = false;
    raw.send(request(3, "events.subscribe", {}), request(4, "events.subscribe", {}));
    expect(await raw.next()).toMatchObject({ id: 4, error: { data: { code: "conductor.busy" } } });
    gates[0]?.();
    expect(await raw.next()).toMatchObject({ id: 3, result: {} });
  });

  it("ends at once when it begins only after its connection is gone", async () => {
    const engine = makeCounting();
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const follow: Counting["bus"]["follow"] = async (what, sink) => {
      arrive();
      await opened;
      return engine.bus.follow(what, sink);
    };
    const { path, served } = await up({ lingerMs: 1 }, { ...engine, bus: { ...engine.bus, follow } });
    (await greeted(path)).send(request(1, "events.subscribe", {}));
    await arrived;
    await served.close();
    open();
    await new Promise((resolve) => setImmediate(resolve));
    expect(engine.sinks.size).toBe(0);
  });

  it("reports the rows that it missed, and its end", async () => {
    const { path, engine } = await up();
    const raw = (await greeted(path)).send(request(1, "events.subscribe", {}));
    await raw.next();
    for (const sink of engine.sinks) {
      sink.missed({ from: 3, to: 9 });
      sink.lost(new TuttiError("conductor.stopping", "stopping", { audience: "environment" }));
    }
    expect(await raw.next()).toMatchObject({ method: "events.missed", params: { subscription: 1, from: 3, to: 9 } });
    expect(await raw.next()).toMatchObject({
      method: "events.lost",
      params: { subscription: 1, error: { data: { code: "conductor.stopping" } } },
    });
  });

  it("ends with its connection", async () => {
    const { path, engine } = await up();
    const raw = (await greeted(path)).send(request(1, "events.subscribe", {}));
    await raw.next();
    raw.socket.destroy();
    while (engine.sinks.size > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(engine.bus.subscribers()).toBe(0);
  });

  it("whose client does not read says that it is full, and when there is room again", async () => {
    const { path, engine, served } = await up();
    const raw = (await greeted(path)).send(request(1, "events.subscribe", {}));
    await raw.next();
    raw.socket.pause();
    const big = { position: 9, index: 0, type: "conductor.notice", why: "x".repeat(50_000) } as never;
    let told = 0;
    for (let room = true; room; told++) room = engine.tell(big)[0] ?? false;
    expect(served.unsent()).toBeLessThan(200_000);
    const drained = new Promise<void>((resolve) => [...engine.sinks][0]?.onDrain(resolve));
    raw.socket.resume();
    await drained;
    for (let heard = 0; heard < told; heard++) expect(await raw.next()).toMatchObject({ method: "events.news" });
  });
});
