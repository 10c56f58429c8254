import { describe, expect, it } from "vitest";
import { runNode } from "../../../test/kit/node.ts";

/** A process that hears signals as a conductor does, and prints its log. */
async function process(happens: string): Promise<{ readonly code: number | undefined; readonly out: string }> {
  const end = await runNode(
    `
    const { hearSignals, makeStopRequest } = await import(new URL("./stop.ts", ${JSON.stringify(import.meta.url)}).href);
    const stop = makeStopRequest();
    const stay = setInterval(() => {}, 1000);
    hearSignals({ stop, log: { write: (level, what, more) => console.log(level, what, JSON.stringify(more)) }, say: () => {}, reload: () => console.log("reload") });
    stop.requested.then((why) => { console.log("stop", why); clearInterval(stay); });
    ${happens}`,
    [],
  );
  return { code: end.how.kind === "exited" ? end.how.code : undefined, out: end.stdout.toString() };
}

describe("a conductor", () => {
  it("that meets a fault of its own logs it and ends with 70", async () => {
    const { code, out } = await process(`setTimeout(() => { throw new TypeError("oh no"); });`);
    expect(code).toBe(70);
    expect(out).toMatch(/^error a fault of Tutti's own .*oh no/);
  });

  it("that forgot to handle a failure does the same", async () => {
    expect((await process(`Promise.reject(new TypeError("unheard"));`)).code).toBe(70);
  });

  it("goes on when its terminal is gone", async () => {
    const gone = `Object.assign(new Error("write EIO"), { code: "EIO", syscall: "write" })`;
    expect(await process(`setTimeout(() => { setTimeout(() => stop.request("later")); throw ${gone}; });`)).toEqual({
      code: 0,
      out: "stop later\n",
    });
  });

  it("reloads at SIGHUP", async () => {
    expect(
      await process(`process.kill(process.pid, "SIGHUP"); setTimeout(() => process.kill(process.pid, "SIGTERM"), 20);`),
    ).toEqual({
      code: 0,
      out: "reload\nstop signal SIGTERM\n",
    });
  });

  it("that is stopping for another reason already ends at once at the first signal", async () => {
    expect(
      (await process(`stop.request("a client"); process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000);`))
        .code,
    ).toBe(130);
  });
});
