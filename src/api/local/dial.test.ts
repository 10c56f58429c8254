import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeCounting } from "../../../prove/rpc/counting.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { runNode } from "../../../test/kit/node.ts";
import { closing, token, up } from "../../../test/kit/raw-client.ts";
import { codeOf, TuttiError } from "../../base/error.ts";
import type { TuttiEvent } from "../contract/events.ts";
import type { Connected } from "../client/connect.ts";
import { dial } from "./dial.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

async function dialled(path: string): Promise<Connected> {
  const tutti = await dial({ socket: path, token, version: "1.2.3", client: "a test" });
  closing.push(() => tutti.close());
  return tutti;
}

async function failing(promise: Promise<unknown>): Promise<TuttiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TuttiError);
  return error as TuttiError;
}

const event = (position: number): TuttiEvent => ({ position, index: 0, type: "conductor.notice" }) as TuttiEvent;

describe("a client", () => {
  it("says hello, asks, and gets what the engine gives", async () => {
    const { path, engine } = await up(
      {},
      makeCounting((method) => ({ of: method })),
    );
    const tutti = await dialled(path);
    expect(tutti.hello).toEqual({ protocol: 1, version: "1.2.3", pid: 42, isIdle: true });
    expect(await Promise.all([tutti.call("job.list", {}), tutti.call("job.pause", { job: "j" })])).toEqual([
      { of: "job.list" },
      { of: "job.pause" },
    ]);
    expect(engine.calls.map(({ asked }) => asked)).toEqual([{}, { job: "j", now: false }]);
  });

  it("throws the same error that the engine threw", async () => {
    const thrown = new TuttiError("job.unknown", "there is no job x", { audience: "user", hint: "See: tutti list" });
    const { path } = await up(
      {},
      makeCounting(() => {
        throw thrown;
      }),
    );
    const { code, message, audience, hint } = await failing((await dialled(path)).call("job.list", {}));
    expect({ code, message, audience, hint }).toEqual({
      code: "job.unknown",
      message: thrown.message,
      audience: "user",
      hint: thrown.hint,
    });
  });

  it("goes on hearing when its callback throws: its program does not end, and is warned", async () => {
    const { path, engine } = await up();
    const tutti = await dialled(path);
    const warned: string[] = [];
    vi.spyOn(process, "emitWarning").mockImplementation((warning) => void warned.push(String(warning)));
    const heard = Promise.withResolvers<number>();
    const hear = ({ position }: TuttiEvent): unknown => {
      if (position === 8) throw new Error("at once");
      if (position === 9) return Promise.reject(new Error("later"));
      heard.resolve(position);
      return undefined;
    };
    await tutti.follow({ after: 3 }, { hear });
    engine.tell(event(8), event(9), event(10));
    expect(await heard.promise).toBe(10);
    expect(warned).toEqual(["at once", "later"].map((why) => `a callback that follows Tutti's events failed: ${why}`));
  });

  it("hears of what it follows, in order, until it stops", async () => {
    const { path, engine } = await up();
    const tutti = await dialled(path);
    const heard: unknown[] = [];
    const following = await tutti.follow(
      { after: 3 },
      { hear: ({ position }) => void heard.push(position), missed: (gap) => void heard.push(gap) },
    );
    expect(following.position).toBe(7);
    engine.tell(event(8), event(9));
    for (const sink of engine.sinks) sink.missed({ from: 10, to: 12 });
    engine.tell(event(10));
    await tutti.call("job.list", {});
    await following.stop();
    engine.tell(event(11));
    await tutti.call("job.list", {});
    expect(heard).toEqual([8, 9, { from: 10, to: 12 }, 10]);
    expect(engine.sinks.size).toBe(0);
  });

  it("is told when what it follows ends", async () => {
    const { path, engine } = await up();
    const tutti = await dialled(path);
    const lost = new Promise<Error>((resolve) => void tutti.follow({}, { hear: () => undefined, lost: resolve }));
    while (engine.sinks.size === 0) await tutti.call("job.list", {});
    for (const sink of engine.sinks)
      sink.lost(new TuttiError("conductor.stopping", "stopping", { audience: "environment" }));
    expect(codeOf(await lost)).toBe("conductor.stopping");
  });

  it("refuses what is too long to be sent, and goes on", async () => {
    const { path } = await up();
    const tutti = await dialled(path);
    const score = { path: "/s", baseDir: "/", text: "é".repeat(2_200_000) };
    expect((await failing(tutti.call("job.submit", { score, folder: "/" }))).code).toBe("rpc.invalid");
    expect(await tutti.call("job.list", {})).toBeNull();
  });
});

describe("without a conductor", () => {
  it.each(["nothing", "a socket without a listener"])("there is %s: it is not running", async (what) => {
    const path = join(tempFolder(), "s");
    if (what !== "nothing")
      await runNode(
        "const {createServer}=await import('node:net');createServer().listen(process.argv.at(-1),()=>process.kill(process.pid,'SIGKILL'))",
        [path],
      );
    const error = await failing(dial({ socket: path, token, version: "1" }));
    expect(error).toMatchObject({
      code: "conductor.not_running",
      hint: expect.stringContaining("tutti start") as unknown,
    });
  });

  it("a path that would be cut off is not dialled", async () => {
    expect((await failing(dial({ socket: join("/", "x".repeat(200)), token, version: "1" }))).code).toBe(
      "conductor.no_socket",
    );
  });

  it("pending calls are rejected when the conductor goes away before its answers", async () => {
    const { path, served, engine } = await up(
      { lingerMs: 1 },
      makeCounting(() => new Promise(() => undefined)),
    );
    const tutti = await dialled(path);
    const lost = new Promise<Error>((resolve) => void tutti.follow({}, { hear: () => undefined, lost: resolve }));
    const waiting = failing(tutti.call("job.list", {}));
    while (engine.sinks.size === 0 || engine.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await served.close();
    expect([(await waiting).code, codeOf(await lost)]).toEqual(["conductor.lost", "conductor.lost"]);
    expect((await failing(tutti.call("job.list", {}))).code).toBe("conductor.lost");
  });

  it("one that says goodbye before hello is lost", async () => {
    const path = join(tempFolder(), "s");
    const server = createServer((socket) => socket.end()).listen(path);
    closing.push(() => server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    expect((await failing(dial({ socket: path, token, version: "1" }))).code).toBe("conductor.lost");
  });
});

describe("a conductor", () => {
  it("refuses a client with another token", async () => {
    const { path, served } = await up();
    expect((await failing(dial({ socket: path, token: "x", version: "1" }))).code).toBe("conductor.refused");
    while (served.connections() > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(served.connections()).toBe(0);
  });

  it("tells the client that it is full, and does not only drop the connection", async () => {
    const { path } = await up({ connections: 1 });
    await dialled(path);
    expect((await failing(dial({ socket: path, token, version: "1" }))).code).toBe("conductor.busy");
  });
});

describe("a client that closes", () => {
  it("fails what waits, tells its listeners nothing, and leaves nothing open", async () => {
    const { path, engine } = await up(
      { lingerMs: 1 },
      makeCounting(() => new Promise(() => undefined)),
    );
    const tutti = await dialled(path);
    let wasTold = false;
    await tutti.follow({}, { hear: () => undefined, lost: () => (wasTold = true) });
    const waiting = failing(tutti.call("job.list", {}));
    await tutti.close();
    await tutti.close();
    expect([(await waiting).code, wasTold]).toEqual(["conductor.lost", false]);
    while (engine.sinks.size > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it("lets its process end, which never loaded a schema", async () => {
    const { path } = await up();
    const source = new URL("dial.ts", import.meta.url).href;
    const text = `const { registerHooks } = await import("node:module");
      registerHooks({ resolve: (name, context, next) => (/zod|schema/.test(name) && console.log(name), next(name, context)) });
      const { dial } = await import(${JSON.stringify(source)});
      const tutti = await dial({ socket: process.argv.at(-2), token: process.argv.at(-1), version: "1" });
      await tutti.call("job.list", {});
      await tutti.close();`;
    const { stdout, stderr, how } = await runNode(text, [path, token]);
    expect([stdout.toString(), stderr.toString(), how]).toEqual(["", "", { kind: "exited", code: 0 }]);
  });
});
