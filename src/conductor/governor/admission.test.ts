import { expect, test } from "vitest";
import type { DiskTrouble } from "../../base/home/disk-trouble.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { settingsIn } from "../../config/merge.ts";
import type { Memory, OpenFiles } from "../../process/machine/resources.ts";
import { filesPerSheet, makeAdmission, relieve, sheetLimit } from "./admission.ts";

const defaults = settingsIn({});
const roomy = { memory: { totalBytes: 64e9, availableBytes: 32e9 }, files: { limit: 20_000, used: 30 } };

/** A machine whose figures a test sets, and whose clock it moves. */
function machine(
  start: { memory?: Memory; files?: OpenFiles; env?: Record<string, string>; disk?: DiskTrouble | null } = {},
) {
  const now = {
    ticks: 0,
    looks: 0,
    memory: start.memory ?? roomy.memory,
    files: start.files ?? roomy.files,
    disk: start.disk ?? null,
    processes: { used: 10, limit: 1_000 as number | null },
    load: 1,
    env: start.env ?? {},
  };
  const admission = makeAdmission({
    settings: () => settingsIn(now.env),
    resources: {
      cores: 8,
      processes: () => now.processes,
      load: () => now.load,
      openFiles: () => now.files,
      memory: () => ((now.looks += 1), now.memory),
    },
    disk: { trouble: () => now.disk },
    world: { ticks: () => now.ticks },
  });
  return { now, admission };
}

test("on a machine with room, sheets start", () => {
  const { admission } = machine();
  expect([admission.why(0), admission.why(50)]).toEqual([null, null]);
});

test("a refusal has the figure and what to turn", () => {
  const { admission } = machine({ memory: { totalBytes: 8e9, availableBytes: 300e6 } });
  expect(admission.why(0)).toBe(
    "300 MB of memory are available, and a sheet starts only above 512 MB (limits.memory_floor)",
  );
  const disk = { level: "short", freeBytes: 1e8, limitBytes: 1e9, what: "100 MB free", next: "" } as const;
  expect(machine({ disk }).admission.why(0)).toBe("100 MB free");
  expect(machine({ disk: { ...disk, level: "low" } }).admission.why(0)).toBeNull();
});

test("sheets go on by themselves when there is memory again", () => {
  const { now, admission } = machine({ memory: { totalBytes: 8e9, availableBytes: 300e6 } });
  now.memory = roomy.memory;
  now.ticks += 1_000;
  expect(admission.why(0)).toBeNull();
});

test("the machine is looked at once a second, however often it is asked", () => {
  const { now, admission } = machine();
  for (let asked = 0; asked < 1000; asked += 1) admission.why(asked % 50);
  expect(now.looks).toBe(1);
  now.ticks += 1_000;
  admission.why(0);
  expect(now.looks).toBe(2);
});

test("a small machine is not held up for ever by a floor it can't reach", () => {
  expect(machine({ memory: { totalBytes: 512e6, availableBytes: 200e6 } }).admission.why(0)).toBeNull();
});

test("a floor that is set is kept, and one of nothing is never reached", () => {
  const memory = { totalBytes: 64e9, availableBytes: 1e9 };
  expect(machine({ memory, env: { TUTTI_LIMITS_MEMORY_FLOOR: "2GB" } }).admission.why(0)).toContain("2.0 GB");
  expect(
    machine({ memory: { ...memory, availableBytes: 0 }, env: { TUTTI_LIMITS_MEMORY_FLOOR: "0" } }).admission.why(0),
  ).toBeNull();
});

test("a system that does not tell its memory holds up no sheet", () => {
  expect(machine({ memory: { totalBytes: 8e9, availableBytes: null } }).admission.why(0)).toBeNull();
});

test("sheets that began since the last look count with what they will open", () => {
  const { now, admission } = machine({ files: { limit: 200, used: 30 } });
  // 200, less 30 that are open and 50 that are kept free, is room for ten.
  expect([admission.why(9), admission.why(10)]).toEqual([
    null,
    `150 of the 200 files that may be open (ulimit -n) are or will be, and a sheet needs ${String(filesPerSheet)}`,
  ]);
  now.ticks += 1_000;
  now.files = { limit: 200, used: 70 };
  expect(admission.why(10)).toBeNull();
});

test("a sheet that would be alone may always try", () => {
  expect(machine({ files: { limit: 64, used: 60 } }).admission.why(0)).toBeNull();
});

test("a reload counts at the next look", () => {
  const { now, admission } = machine();
  now.env = { TUTTI_CONDUCTOR_MAX_JOBS: "7", TUTTI_CONDUCTOR_MAX_SHEETS: "3" };
  now.ticks += 1_000;
  admission.why(0);
  expect([admission.maxJobs(), admission.maxSheets(), admission.whyMaxSheets()]).toEqual([
    7,
    3,
    "conductor.max_sheets",
  ]);
});

const files = (limit: number | null) => ({ ...roomy, settings: defaults, files: { limit, used: 27 } });
test.each([
  { by: "cores", sight: files(20_000), cores: 2, sheets: 64, why: "32 a core" },
  {
    by: "memory",
    sight: { ...files(20_000), memory: { totalBytes: 4e9, availableBytes: 4e9 } },
    cores: 8,
    sheets: 15,
    why: "one for every 256 MB of 4.0 GB of memory",
  },
  {
    by: "open files",
    sight: files(1024),
    cores: 64,
    sheets: 72,
    why: "1024 files may be open (ulimit -n), 27 are, 128 are kept free, and a sheet needs 12",
  },
  {
    by: "very few open files",
    sight: files(64),
    cores: 64,
    sheets: 1,
    why: "64 files may be open (ulimit -n), 27 are, 16 are kept free, and a sheet needs 12",
  },
  {
    by: "hardly any open files",
    sight: files(30),
    cores: 64,
    sheets: 1,
    why: "30 files may be open (ulimit -n), 27 are, 7 are kept free, and a sheet needs 12",
  },
  {
    by: "no limit of open files",
    sight: files(null),
    cores: 8,
    sheets: 250,
    why: "one for every 256 MB of 64.0 GB of memory",
  },
  {
    by: "a setting",
    sight: { ...files(20_000), settings: settingsIn({ TUTTI_CONDUCTOR_MAX_SHEETS: "500" }) },
    cores: 2,
    sheets: 500,
    why: "conductor.max_sheets",
  },
  {
    by: "a setting beyond the open files",
    sight: { ...files(256), settings: settingsIn({ TUTTI_CONDUCTOR_MAX_SHEETS: "500" }) },
    cores: 2,
    sheets: 13,
    why: "256 files may be open",
  },
])("how many run at once is set by $by", ({ sight, cores, sheets, why }) => {
  expect(sheetLimit(sight, { idleFiles: 27, cores })).toEqual({ sheets, why: expect.stringContaining(why) as string });
});

test("with little room one sheet a second starts, and with hardly any none does", () => {
  const { now, admission } = machine({ memory: { totalBytes: 64e9, availableBytes: 900e6 } });
  expect(admission.why(0)).toBeNull();
  expect(admission.why(1)).toContain("one sheet a second starts");
  now.ticks += 1_000;
  expect(admission.why(1)).toBeNull();
  now.processes = { used: 950, limit: 1_000 };
  now.ticks += 1_000;
  expect(admission.why(1)).toBe("950 of the 1000 processes that may be are there");
});

test("the newest sheet is ended while there is hardly anything left, one at a time and never the last", () => {
  const calls: (() => void)[] = [];
  const ended: string[] = [];
  let running = 3;
  const stop = relieve(
    {
      world: { ...realWorld, after: (_, call) => (calls.push(call), () => undefined) },
      notice: (text) => void ended.push(text),
    },
    {
      running: () => running,
      endNewest: () => (running -= 1) > 0,
      pressure: () => ({ level: "full", why: "10 MB of memory are available" }),
    },
  );
  for (let look = 0; look < 5; look += 1) calls.shift()?.();
  stop.stop();
  expect([running, ended.length, ended[0]]).toEqual([
    1,
    2,
    "10 MB of memory are available: the newest sheet is ended and goes on from its work later",
  ]);
});
