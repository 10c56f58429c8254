import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { isOwnerDead, ownerName, ownerNamed, thisOwner } from "./owner.ts";
import { readProcess } from "./proc.ts";

const started: { kill(signal: "SIGKILL"): boolean }[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** A process whose only child has ended and is never collected; gives that child's pid. */
async function uncollected(): Promise<number> {
  // It ends when its parent is no shell any more: a shell would collect it.
  const untilThen = 'until [ "$(cat /proc/$$/comm)" = sleep ]; do :; done';
  const child = spawn("sh", ["-c", `{ ${untilThen}; } & echo $!; exec sleep 60`], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  started.push(child);
  const pid = await new Promise<number>((resolve) =>
    child.stdout.once("data", (text: Buffer) => resolve(Number(text.toString()))),
  );
  await expect.poll(() => readProcess(pid), { interval: 5, timeout: 300_000 }).toBeNull();
  return pid;
}

async function ended(): Promise<number> {
  const child = spawn("true");
  await new Promise((resolve) => child.once("close", resolve));
  return child.pid ?? 0;
}

describe("an owner", () => {
  it("that runs is not dead, for any caller and any number of calls", () => {
    const me = thisOwner();
    expect([isOwnerDead(me), isOwnerDead(JSON.parse(JSON.stringify(me)) as typeof me)]).toEqual([false, false]);
    const child = spawn("sleep", ["60"]);
    started.push(child);
    const { pid = 0 } = child;
    expect(isOwnerDead({ ...me, pid, startTime: readProcess(pid)?.startTime ?? "" })).toBe(false);
  });

  it("whose process has ended is dead", async () => {
    expect(isOwnerDead({ ...thisOwner(), pid: await ended() })).toBe(true);
  });

  it("is read back from a name made of it, and from no other name", () => {
    expect(ownerNamed(ownerName(thisOwner()))).toEqual(thisOwner());
    const nowhere = { pid: 7, startTime: "", bootId: "", pidNamespace: "" };
    expect(ownerNamed(ownerName(nowhere))).toEqual(nowhere);
    expect(["", "7", "7-1-ab", "attributes-x1-2-3", "0-1-ab-2", "7-1-ab-2-3", "-7-1-ab-2"].map(ownerNamed)).toEqual(
      Array(7).fill(undefined),
    );
  });

  it("of nonsense is not proven dead", () => {
    expect(isOwnerDead({ ...thisOwner(), pid: Number.NaN })).toBe(false);
    expect(isOwnerDead({ ...thisOwner(), pid: 0 })).toBe(false);
  });
});

describe.skipIf(!existsSync("/proc/self/stat"))("where the system lists its processes, an owner", () => {
  it("whose pid belongs to another process now is dead", () => {
    expect(isOwnerDead({ ...thisOwner(), startTime: "1" })).toBe(true);
  });

  it("of before the machine was started is dead, although its pid is taken", () => {
    expect(isOwnerDead({ ...thisOwner(), bootId: "00000000" })).toBe(true);
  });

  it("that ended but was not collected by its parent is dead", async () => {
    const pid = await uncollected();
    expect(existsSync(`/proc/${String(pid)}`)).toBe(true);
    expect(isOwnerDead({ ...thisOwner(), pid })).toBe(true);
  });

  it("in another container is not proven dead: its pid means nothing here", async () => {
    expect(isOwnerDead({ ...thisOwner(), pid: await ended(), pidNamespace: "1" })).toBe(false);
  });

  it("that was written down where the system tells less is dead only when nothing has its pid", async () => {
    const { pid } = process;
    expect(isOwnerDead({ ...thisOwner(), pid, startTime: "" })).toBe(false);
    expect(isOwnerDead({ ...thisOwner(), pid: await ended(), startTime: "" })).toBe(true);
    expect(isOwnerDead({ ...thisOwner(), pid: await ended(), bootId: "" })).toBe(false);
  });
});
