import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import {
  clock,
  findNamespaces,
  livingWith,
  makeFolder,
  makeTag,
  shell,
  text,
  untilExists,
} from "../../test/kit/processes.ts";
import { makeBrake, type Brake } from "./brake.ts";
import { processGroup, type Containment } from "./tree/containment.ts";
import { readProcess, type ProcessRow } from "./tree/proc.ts";
import type { ProcessRequest, RunProcess } from "./process.ts";
import { makeRunProcess } from "./run/run.ts";

const ways = [
  { title: "group", containment: processGroup, skip: false },
  ...(await findNamespaces()).map((way) => ({
    title: way.title,
    containment: way.containment ?? processGroup,
    skip: way.containment === null,
  })),
];

for (const { title, containment, skip } of ways) {
  describe.skipIf(skip)(`while the brake is on (${title})`, () => {
    test("work stands still with all its children, and goes on from there", async () => {
      const { brake, run, request, file } = setUp(containment);
      const script = `(setsid sh -c '${count(file("away"))}' &) & (${count(file("beside"))}) & ${count(file("own"))}`;
      const abort = new AbortController();
      const ending = run(request(script, { limits: { cancel: abort.signal, graceMs: 50 } }));
      const counters = ["own", "beside", "away"].map((name) => file(name));
      for (const counter of counters) await untilExists(counter);

      brake.set(true);
      await untilStopped(request.tag);
      const before = counters.map(read);
      // The machine goes on meanwhile.
      await run(request("i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done", { role: "git" }));
      expect(counters.map(read)).toEqual(before);
      expect(standsStill(request.tag)).toBe(true);

      brake.set(false);
      await vi.waitFor(() => expect(counters.every((counter, index) => read(counter) !== before[index])).toBe(true), {
        timeout: 300_000,
        interval: 5,
      });
      abort.abort();
      expect((await ending).how).toEqual({ kind: "cancelled" });
      expect(livingWith(request.tag)).toEqual([]);
    });

    test("a child in its own session stands still although it carries no mark", async () => {
      const { brake, run, request, file } = setUp(containment);
      const child = `env -i "PATH=$PATH" setsid sh -c '${count(file("away"))}' $TAG > /dev/null 2>&1`;
      const abort = new AbortController();
      const ending = run(request(`${child} & wait`, { limits: { cancel: abort.signal, graceMs: 50 } }));
      await untilExists(file("away"));
      brake.set(true);
      await untilStopped(request.tag);
      abort.abort();
      expect((await ending).how).toEqual({ kind: "cancelled" });
    });

    test("a cancelled program wakes up to put its work away", async () => {
      const { brake, run, request, file } = setUp(containment);
      const abort = new AbortController();
      // It waits for a child outside its group, which therefore has to wake up too.
      const script = `setsid sh -c 'while [ ! -e ${file("go")} ]; do sleep 0.01; done' & trap 'touch ${file("go")}; wait; echo bye; exit 0' TERM; touch ${file("up")}; while :; do sleep 0.01; done`;
      const ending = run(request(script, { limits: { cancel: abort.signal, graceMs: 600_000 } }));
      await untilExists(file("up"));
      brake.set(true);
      await untilStopped(request.tag);
      abort.abort();
      const end = await ending;
      expect(end.how).toEqual({ kind: "cancelled" });
      expect(text(end)).toBe("bye\n");
    });

    test("a program that does not listen is ended all the same", async () => {
      const { brake, run, request, file } = setUp(containment);
      const abort = new AbortController();
      const ending = run(
        request(`trap '' TERM; touch ${file("up")}; while :; do sleep 0.01; done`, {
          limits: { cancel: abort.signal, graceMs: 50 },
        }),
      );
      await untilExists(file("up"));
      brake.set(true);
      await untilStopped(request.tag);
      abort.abort();
      expect((await ending).how).toEqual({ kind: "cancelled" });
      expect(livingWith(request.tag)).toEqual([]);
    });

    test("one that was just being started is stopped too", async () => {
      const { brake, run, request, file } = setUp(containment);
      const ending = run(request(`while [ ! -e ${file("go")} ]; do sleep 0.01; done; echo done`));
      brake.set(true);
      await untilStopped(request.tag);
      brake.set(false);
      writeFileSync(file("go"), "");
      expect(text(await ending)).toBe("done\n");
    });
  });
}

test("a program that is being ended is not stopped again", async () => {
  const { brake, run, request, file } = setUp(processGroup);
  const abort = new AbortController();
  const script = `trap 'touch ${file("asked")}; while [ ! -e ${file("go")} ]; do sleep 0.01; done; echo bye; exit 0' TERM; touch ${file("up")}; while :; do sleep 0.01; done`;
  const ending = run(request(script, { limits: { cancel: abort.signal, graceMs: 600_000 } }));
  await untilExists(file("up"));
  abort.abort();
  await untilExists(file("asked"));
  brake.set(true);
  writeFileSync(file("go"), "");
  expect(text(await ending)).toBe("bye\n");
});

test("git is never stopped, nor is what is not contained", async () => {
  const { brake, run, request, file } = setUp(processGroup);
  const wait = (name: string): string => `touch ${file(name)}; while [ ! -e ${file("go")} ]; do sleep 0.01; done`;
  const endings = [run(request(wait("git"), { role: "git" })), run(request(wait("plain"), { tree: "group" }))];
  await untilExists(file("git"));
  await untilExists(file("plain"));
  brake.set(true);
  writeFileSync(file("go"), "");
  const later = run(request("exit 0", { role: "git" }));
  expect((await Promise.all([...endings, later])).map((end) => end.how)).toEqual(
    [1, 2, 3].map(() => ({ kind: "exited", code: 0 })),
  );
});

test("new work waits for the release, and can be cancelled while it does", async () => {
  const { brake, run, request, file } = setUp(processGroup);
  const abort = new AbortController();
  brake.set(true);
  const waiting = run(request(`touch ${file("ran")}; exit 4`));
  const unwanted = run(request(`touch ${file("unwanted")}`, { limits: { cancel: abort.signal } }));
  await run(request("exit 0", { role: "git", env: {} }));
  expect(livingWith(request.tag)).toEqual([]);

  abort.abort();
  expect((await unwanted).how).toEqual({ kind: "cancelled" });
  brake.set(false);
  expect((await waiting).how).toEqual({ kind: "exited", code: 4 });
  expect([existsSync(file("ran")), existsSync(file("unwanted"))]).toEqual([true, false]);
});

test("the time for which work waited or stood still is not counted as its own", async () => {
  const hourMs = 3_600_000;
  let passedMs = 0;
  const { brake, run, request, file } = setUp(processGroup, { ...clock, ticks: () => performance.now() + passedMs });
  brake.set(true);
  const ending = run(
    request(`touch ${file("up")}; while [ ! -e ${file("go")} ]; do sleep 0.01; done`, {
      limits: { timeoutMs: hourMs, idleMs: hourMs },
    }),
  );
  passedMs += 2 * hourMs;
  brake.set(false);
  await untilExists(file("up"));
  brake.set(true);
  // A program may be up before the answer that it was started is read: only then its time is counted.
  await untilStopped(request.tag);
  passedMs += 2 * hourMs;
  brake.set(false);
  writeFileSync(file("go"), "");
  const end = await ending;
  expect(end.how).toEqual({ kind: "exited", code: 0 });
  expect(end.durationMs).toBeLessThan(hourMs);
});

test("the brake ignores a program that is over, or was never started: its number may be another's by then", async () => {
  const { brake, file, request } = setUp(processGroup);
  let followers = 0;
  const counted: Brake = {
    ...brake,
    subscribe: (listener) => {
      const leave = brake.subscribe(listener);
      followers++;
      return () => {
        leave();
        followers--;
      };
    },
  };
  const run = makeRunProcess({ containment: processGroup, owner: "home.1", clock, brake: counted });
  const ending = run(request(`touch ${file("up")}; while [ ! -e ${file("go")} ]; do sleep 0.01; done`));
  await untilExists(file("up"));
  await expect.poll(() => followers).toBe(1);
  writeFileSync(file("go"), "");
  await ending;
  brake.set(true);
  const abort = new AbortController();
  const waiting = run(request("exit 0", { limits: { cancel: abort.signal } }));
  abort.abort();
  await waiting;
  expect(followers).toBe(0);
});

test("a brake reports changes only, and not to a listener that left", () => {
  const brake = makeBrake();
  const heard: string[] = [];
  const leave = brake.subscribe((on) => heard.push(`a ${on}`));
  brake.subscribe((on) => heard.push(`b ${on}`));
  brake.set(false);
  brake.set(true);
  brake.set(true);
  leave();
  brake.set(false);
  expect(heard).toEqual(["a true", "b true", "b false"]);
  expect(brake.isOn()).toBe(false);
});

interface Setup {
  readonly brake: Brake;
  readonly run: RunProcess;
  readonly request: ((script: string, more?: Partial<ProcessRequest>) => ProcessRequest) & { readonly tag: string };
  readonly file: (name: string) => string;
}

/** Contained work that carries the tag; a git of the same test does not. */
function setUp(containment: Containment, time = clock): Setup {
  const brake = makeBrake();
  const folder = makeFolder();
  const tag = makeTag();
  const request = (script: string, more: Partial<ProcessRequest> = {}): ProcessRequest =>
    shell(script, { tree: "contained", env: more.role === "git" ? {} : { TAG: tag }, ...more });
  return {
    brake,
    run: makeRunProcess({ containment, owner: "home.1", clock: time, brake }),
    request: Object.assign(request, { tag }),
    file: (name) => join(folder, name),
  };
}

function count(path: string): string {
  return `i=0; while :; do i=$((i + 1)); echo $i > ${path}; sleep 0.01; done`;
}

function read(path: string): string {
  return readFileSync(path, "utf8");
}

/** Whether anything of it is there, and all of it is stopped. */
function standsStill(tag: string): boolean {
  const rows = livingWith(tag).flatMap((pid) => readProcess(pid) ?? []);
  // A shell may share its memory with a child until that runs its program; it sleeps ("D") for as long as the child is
  // stopped.
  const isStopped = (row: ProcessRow): boolean =>
    row.state === "T" || (row.state === "D" && rows.some((child) => child.parent === row.pid && isStopped(child)));
  return rows.length > 0 && rows.every(isStopped);
}

async function untilStopped(tag: string): Promise<void> {
  await vi.waitFor(() => expect(standsStill(tag)).toBe(true), { timeout: 300_000, interval: 5 });
}
