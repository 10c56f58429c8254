import { existsSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tryOsLock } from "../../../src/lock/os-lock.ts";
import { makeConductorKit, until } from "../../kit/conductor.ts";
import { itLong } from "../../kit/long.ts";

const mode = (path: string): number => statSync(path).mode & 0o777;

describe("tutti start and tutti stop", () => {
  it("start one conductor, show it, and end it without a trace", () => {
    const kit = makeConductorKit();
    expect(kit.cli("conductor-status")).toMatchObject({ code: 3, out: `no conductor runs in ${kit.places.home}\n` });
    expect(kit.cli("start")).toMatchObject({ code: 0, err: "" });
    const status = kit.cli("conductor-status", "--json");
    expect(status.code).toBe(0);
    expect(JSON.parse(status.out)).toMatchObject({
      running: true,
      home: kit.places.home,
      socket: kit.places.socket,
      jobs: { playing: 0 },
    });
    expect(kit.cli("start").out).toMatch(/^a conductor runs already/);
    expect(kit.cli("stop").out).toMatch(/^conductor stopped/);
    expect(kit.cli("conductor-status", "--json")).toMatchObject({ code: 3 });
    expect([kit.places.socket, kit.places.token, kit.places.running].filter((path) => existsSync(path))).toEqual([]);
    expect(kit.cli("stop")).toMatchObject({ code: 0, out: `no conductor runs in ${kit.places.home}\n` });
  });

  it("admit only the user: the folder, the socket, the token and the log are private", () => {
    const kit = makeConductorKit();
    kit.cli("start");
    expect([kit.places.folder, kit.places.logs].map(mode)).toEqual([0o700, 0o700]);
    expect([kit.places.socket, kit.places.token, kit.places.running, kit.places.log].map(mode)).toEqual([
      0o600, 0o600, 0o600, 0o600,
    ]);
  });

  itLong("make a new token each time", async () => {
    const kit = makeConductorKit();
    kit.cli("start");
    const before = await kit.running();
    expect(kit.cli("restart")).toMatchObject({ code: 0 });
    expect((await kit.running()).pid).not.toBe(before.pid);
    expect(kit.cli("conductor-status").code).toBe(0);
  });

  itLong("leave a home alone in which another tutti works, and say so", () => {
    const kit = makeConductorKit();
    kit.cli("start");
    kit.cli("stop");
    const lock = tryOsLock(kit.places.writerLock);
    const refused = kit.cli("start");
    lock?.release();
    expect(refused.err).toContain("conductor.busy");
    expect(refused.err).toContain("without a conductor");
  });
});

describe("a conductor that was killed", () => {
  it("leaves a stale socket and claim that clients ignore", async () => {
    const kit = makeConductorKit();
    kit.cli("start");
    const { pid } = await kit.running();
    process.kill(pid, "SIGKILL");
    await kit.free();
    expect([kit.places.socket, kit.places.running].map((path) => existsSync(path))).toEqual([true, true]);
    expect(kit.cli("conductor-status").code).toBe(3);
    expect(kit.cli("start").out).toMatch(/^conductor started/);
    expect((await kit.running()).pid).not.toBe(pid);
  });
});

describe("a dozen starts at once", () => {
  it("make exactly one conductor, and all of them find it", async () => {
    const kit = makeConductorKit();
    const ends = await Promise.all(Array.from({ length: starts }, () => kit.begin("start").ended));
    expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([0]));
    const { pid } = await kit.running();
    expect(new Set(ends.map(({ out }) => /process (\d+)/.exec(out)?.[1]))).toEqual(new Set([String(pid)]));
    expect(kit.log().filter(({ what }) => what === "started").length).toBe(1);
  });

  itLong("in the foreground too: the others end well", async () => {
    const kit = makeConductorKit();
    const all = Array.from({ length: 4 }, () => kit.begin("start", "--foreground"));
    const { pid } = await kit.running();
    const ends = await Promise.all(all.filter((one) => one.pid !== pid).map((one) => one.ended));
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
    all.find((one) => one.pid === pid)?.kill("SIGTERM");
    await kit.free();
    expect(kit.log().filter(({ what }) => what === "started").length).toBe(1);
  });
});

describe("a conductor that a command started", () => {
  it("ends by itself when it is not needed; a conductor that was started by hand does not", async () => {
    const kit = makeConductorKit({ more: { TUTTI_CONDUCTOR_IDLE_EXIT: "50ms" } });
    expect(await kit.begin("start", "--foreground", "--started-by", "client").ended).toMatchObject({
      code: 0,
      err: "",
    });
    expect(kit.log()).toContainEqual(expect.objectContaining({ what: "stopping", why: "idle" }));
    kit.cli("start");
    await until(() => kit.log().filter(({ what }) => what === "ready")[1]);
    expect(kit.cli("conductor-status").code).toBe(0);
  });
});

/** `TUTTI_STARTS=100 vitest run …` asks for more than a suite should take time for. */
const starts = Number(process.env["TUTTI_STARTS"] ?? 12);
