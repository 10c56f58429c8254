import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { isFault } from "../../base/fault.ts";
import {
  clock,
  findNamespaces,
  livingWith,
  makeFolder,
  makeTag,
  run,
  runIn,
  shell,
  text,
  untilExists,
} from "../../../test/kit/processes.ts";
import { converse } from "../run/converse.ts";
import { findOrphans, settleOrphans } from "../tree/settle.ts";
import { thisOwner } from "../tree/owner.ts";
import { readEntries, readProcesses } from "../tree/proc.ts";
import { launcherVariables, servedBy } from "../tree/marker.ts";

const containment = (await findNamespaces()).find((way) => way.containment !== null)?.containment ?? null;

const source = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** A process starts its first few programs itself. */
async function startMany(): Promise<void> {
  for (let count = 0; count < 9; count += 1) await run(shell(":"));
}

function launcherOf(pid: number): number | undefined {
  const rows = readProcesses() ?? [];
  return rows.find((row) => servedBy(readEntries(row.pid))?.pid === pid)?.pid;
}

describe.skipIf(process.platform !== "linux")("the launcher", () => {
  beforeAll(startMany);

  test("starts programs in the place of this process", async () => {
    const end = await run(shell("cut -d' ' -f4 /proc/$$/stat"));
    expect(Number(text(end))).toBe(launcherOf(process.pid));
  });

  test("closes what the shell of a person left open", async () => {
    const shellOf = 'exec 200</etc/passwd; exec "$@"';
    const bin = fileURLToPath(new URL("../../../bin/launcher.js", import.meta.url));
    const child = spawn("/bin/bash", ["-c", shellOf, "x", process.execPath, bin, makeFolder()], {
      stdio: ["ignore", "pipe", "inherit", "pipe"],
    });
    const descriptors = `/proc/${String(child.pid)}/fd`;
    // It takes its order after it has closed them, and ends with this side.
    const isNode = (): boolean => readlinkSync(`/proc/${String(child.pid)}/exe`) === realpathSync(process.execPath);
    await expect.poll(() => isNode() && !existsSync(`${descriptors}/200`), { timeout: 300_000 }).toBe(true);
    child.stdio[3]?.destroy();
    await once(child, "exit");
  });

  test("passes on long output without a change, whichever way it goes", async () => {
    const bytes = "seq 1 400000";
    const heard = createHash("sha256");
    const kept = await run(shell(bytes, { output: { kind: "memory", capBytes: 100_000_000 } }));
    await run(
      shell(bytes, { output: { kind: "heard", onChunk: (chunk) => void heard.update(chunk), capBytes: 1000 } }),
    );
    const whole = Buffer.from(Array.from({ length: 400_000 }, (_, index) => `${String(index + 1)}\n`).join(""));
    expect(kept.stdout.equals(whole)).toBe(true);
    expect(heard.digest("hex")).toBe(createHash("sha256").update(whole).digest("hex"));
  });

  test("does not serve a socket that does not know its secret", async () => {
    const path = text(await run(shell("cat /proc/$PPID/cmdline | tr '\\0' '\\n' | tail -1"))).trim();
    const socket = connect(path).on("error", () => {});
    socket.write("0".repeat(43));
    await new Promise<void>((resolve) => void socket.once("close", () => resolve()).resume());
    expect((await run(shell("exit 3"))).how).toEqual({ kind: "exited", code: 3 });
  });

  test("is done without where its socket is gone", async () => {
    const path = text(await run(shell("cat /proc/$PPID/cmdline | tr '\\0' '\\n' | tail -1"))).trim();
    renameSync(path, `${path}.away`);
    const heard: Buffer[] = [];
    const output = { kind: "heard", onChunk: (chunk: Buffer) => void heard.push(chunk), capBytes: 10 } as const;
    const end = await run(shell("cut -d' ' -f4 /proc/$$/stat", { output }));
    renameSync(`${path}.away`, path);
    expect([end.how, Number(Buffer.concat(heard).toString())]).toEqual([{ kind: "exited", code: 0 }, process.pid]);
  });

  test("that is killed is a fault of the machine: work and git are ended, and the next start has another", async () => {
    const folder = makeFolder();
    const tag = makeTag();
    const lost = launcherOf(process.pid)!;
    const wait = (name: string, more: object) =>
      run(
        shell(
          `exec 2>/dev/null; trap 'touch ${folder}/asked; exit 0' TERM; touch ${folder}/${name}; while :; do sleep 0.02; done`,
          more,
        ),
      );
    const ends = Promise.allSettled([
      wait("git", { role: "git", env: { TAG: tag } }),
      containment === null
        ? wait("work", { env: { TAG: tag } })
        : runIn(containment)(shell(`touch ${folder}/work; sleep 600`, { tree: "contained", env: { TAG: tag } })),
    ]);
    let heard = "";
    const talk = converse(run, { ...shell(""), argv: ["cat"] }, (chunk) => void (heard += chunk.toString()));
    talk.say("answer");
    await expect.poll(() => heard).toBe("answer");
    await untilExists(join(folder, "git"));
    await untilExists(join(folder, "work"));
    process.kill(lost, "SIGKILL");
    const reasons = (await ends).map((end) => (end.status === "rejected" ? isFault(end.reason) : end.value));
    expect(reasons).toEqual([true, true]);
    expect(existsSync(join(folder, "asked"))).toBe(true);
    expect(livingWith(tag)).toEqual([]);
    expect((await talk.over).how).toEqual({ kind: "signalled", signal: "SIGKILL" });
    expect((await run(shell("exit 4"))).how).toEqual({ kind: "exited", code: 4 });
    expect(launcherOf(process.pid)).not.toBe(lost);
  });

  test("whose process is gone is ended by the next start, and counts as nothing that was left; one that serves is spared", async () => {
    const tag = makeTag();
    const start = (served: object) =>
      run(shell("sleep 600; :", { env: { TAG: tag, ...launcherVariables({ ...thisOwner(), ...served }) } }));
    const [gone, spared] = [start({ startTime: "1" }), start({})];
    await vi.waitFor(() => expect(livingWith(tag).length).toBeGreaterThan(3), { timeout: 300_000, interval: 5 });
    const settlement = await settleOrphans({ homeHash: tag, currentEpoch: 2, limitMs: 600_000, clock });
    expect(settlement).toEqual({ kind: "settled", killed: 0, finished: 0, left: [] });
    expect((await gone).how).toEqual({ kind: "signalled", signal: "SIGKILL" });
    expect(findOrphans(tag, 2)).toEqual({ kind: "found", orphans: [] });
    expect(livingWith(tag).length).toBeGreaterThan(0);
    for (const pid of livingWith(tag)) process.kill(pid, "SIGKILL");
    await spared;
  });

  test("starts nothing whose output this process has no descriptor for", async () => {
    const folder = makeFolder();
    const script = `
      const { openSync } = await import("node:fs");
      const { startProcess } = await import(${source("../run/start.ts")});
      const clock = { ticks: () => 0, after: (_, call) => (setImmediate(call), () => {}) };
      const env = { PATH: "/bin:/usr/bin" };
      const output = { kind: "heard", onChunk: () => {}, capBytes: 1 };
      const start = (...argv) => startProcess({ request: { argv, cwd: "/", env, output, tree: "group" }, argv, env, clock });
      for (let count = 0; count < 9; count += 1) {
        const { child } = await start("true");
        await Promise.all([child.exit, child.drain({ stdout: async () => {}, stderr: async () => {} })]);
      }
      try { for (;;) openSync("/dev/null", "r"); } catch {}
      process.stdout.write(JSON.stringify(await start("touch", "${folder}/ran")));
      process.exit();
    `;
    const end = await run({
      ...shell("", { env: { TMPDIR: folder } }),
      argv: ["sh", "-c", 'ulimit -n 64; exec "$0" --input-type=module -e "$1"', process.execPath, script],
    });
    expect(JSON.parse(text(end))).toMatchObject({ kind: "not-started", short: true });
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  test("ends with the process it serves, and work with it; git may finish", async () => {
    const folder = makeFolder();
    const tag = makeTag();
    const served = `
      const { makeRunProcess } = await import(${source("../run/run.ts")});
      const { processGroup } = await import(${source("../tree/containment.ts")});
      const { realWorld } = await import(${source("../../base/world/real-world.ts")});
      const run = makeRunProcess({ containment: processGroup, owner: "home.1", clock: realWorld });
      const go = (script, role) => run({ argv: ["sh", "-c", script], cwd: "/", env: { PATH: process.env.PATH, TAG: ${JSON.stringify(tag)} }, output: { kind: "memory", capBytes: 100 }, tree: "group", role });
      for (let count = 0; count < 9; count += 1) await go(":");
      void go("touch ${folder}/work; sleep 600");
      void go("touch ${folder}/git; while [ ! -e ${folder}/go ]; do sleep 0.01; done; touch ${folder}/finished", "git");
    `;
    const end = run({
      ...shell("", { env: { TMPDIR: folder } }),
      argv: ["sh", "-c", `echo $$ > ${folder}/pid; exec "$0" --input-type=module -e "$1"`, process.execPath, served],
    });
    await untilExists(join(folder, "work"));
    await untilExists(join(folder, "git"));
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    const launcher = launcherOf(pid)!;
    process.kill(pid, "SIGKILL");
    expect((await end).how).toEqual({ kind: "signalled", signal: "SIGKILL" });
    await vi.waitFor(() => expect(readProcesses()?.some((row) => row.pid === launcher)).toBe(false), {
      timeout: 300_000,
      interval: 5,
    });
    expect(livingWith(tag).length).toBeGreaterThan(0);
    expect(readdirSync(folder).filter((name) => name.startsWith("tutti-launcher"))).toEqual([]);
    writeFileSync(join(folder, "go"), "");
    await untilExists(join(folder, "finished"));
    await vi.waitFor(() => expect(livingWith(tag)).toEqual([]), { timeout: 300_000, interval: 5 });
  });
});
