import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import { realWorld } from "../../base/world/real-world.ts";
import { type Member, makeMeter, memberIn } from "./meter.ts";

const member = (pid: number, parent: number, more: Partial<Member> = {}): Member => ({
  pid,
  parent,
  group: parent === 1 ? pid : 1000,
  cpuMs: 10,
  bytes: 100,
  ...more,
});

/** A machine whose processes a test sets, and whose clock it moves. */
function machine() {
  const now = {
    members: [] as readonly Member[],
    looks: 0,
    ticks: 0,
    commands: {} as Record<number, string>,
    waits: [] as number[],
    call: (): void => undefined,
  };
  const clock = {
    ticks: () => now.ticks,
    after: (ms: number, call: () => void) => {
      now.waits.push(ms);
      now.call = call;
      return () => undefined;
    },
  };
  const meter = makeMeter(clock, {
    members: () => ((now.looks += 1), now.members),
    command: (pid) => now.commands[pid] ?? "make\0all\0",
  });
  return { now, meter };
}

it("a program's use is that of all of its processes, the most that was seen", () => {
  const { now, meter } = machine();
  const [end, other] = [meter.follow(10), meter.follow(20)];
  // One left the group of its leader, and is found by descent.
  now.members = [member(10, 1), member(11, 10, { bytes: 900 }), member(20, 1, { cpuMs: 70 }), member(30, 1)];
  now.call();
  now.members = [member(10, 1, { cpuMs: 500 })];
  now.call();
  expect([end(), other()]).toEqual([
    { cpuMs: 500, peakBytes: 1000, processes: 2 },
    { cpuMs: 70, peakBytes: 100, processes: 1 },
  ]);
  expect(now.looks).toBe(2);
});

it("Tutti's own wrapping is not counted, nor what sets it up", () => {
  const { now, meter } = machine();
  const end = meter.follow(10);
  const wrapped = "sh\0tutti-init\0sh\0tutti-sandbox\0make\0";
  now.commands = { 10: `unshare\0${wrapped}`, 11: wrapped, 12: "sh\0tutti-sandbox\0make\0", 13: "mount\0" };
  const held = [member(10, 1), member(11, 10), member(12, 11)];
  now.members = [...held, member(13, 12)];
  now.call();
  now.commands[12] = "make\0";
  now.members = [...held, member(14, 12, { bytes: 400 })];
  now.call();
  expect(end()).toEqual({ cpuMs: 20, peakBytes: 500, processes: 2 });
});

it("a young program is looked at soon, and an old one every two seconds", () => {
  const { now, meter } = machine();
  meter.follow(10);
  for (const ticks of [250, 5_000, 60_000]) {
    now.ticks = ticks;
    now.call();
  }
  expect(now.waits).toEqual([250, 250, 1_000, 2_000]);
  now.ticks = 60_100;
  meter.follow(20);
  expect(now.waits.at(-1)).toBe(250);
});

it("a follower of a program hears of each look that found more", () => {
  const { now, meter } = machine();
  const heard: number[] = [];
  meter.follow(10, ({ cpuMs }) => heard.push(cpuMs));
  for (const cpuMs of [100, 100, 300]) {
    now.members = [member(10, 1, { cpuMs })];
    now.call();
  }
  expect(heard).toEqual([100, 300]);
});

it("a program that is over before the first look has no figures", () => {
  const { meter } = machine();
  expect(meter.follow(10)()).toBeNull();
});

it("a process's name may hold brackets and blanks", () => {
  const stat = `7 (a) b) S 1 7 7 0 -1 0 0 0 0 0 3 4 5 6 20 0 1 0 99 1000 25 ${"0 ".repeat(20)}`;
  expect(memberIn(7, stat)).toEqual({ pid: 7, parent: 1, group: 7, cpuMs: 180, bytes: 25 * 4096 });
});

it.runIf(process.platform === "linux")("a real program is measured", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], { detached: true });
  const looked = Promise.withResolvers<undefined>();
  const clock = {
    ...realWorld,
    after: (ms: number, call: () => void) =>
      realWorld.after(ms, () => {
        call();
        looked.resolve(undefined);
      }),
  };
  const end = makeMeter(clock).follow(child.pid ?? 0);
  await looked.promise;
  expect(end()).toMatchObject({ processes: 1, peakBytes: expect.any(Number) as number });
  child.kill("SIGKILL");
});
