import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readlinkSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { livingWith, makeFolder, makeTag, untilExists } from "../../../test/kit/processes.ts";
import { detachTutti } from "./detach.ts";
import { readProcess } from "../tree/proc.ts";

const source = new URL("detach.ts", import.meta.url).href;

/** A program that says what it finds around itself, and stays. */
const stayer = `require("fs").writeFileSync(process.argv[2], JSON.stringify({ pid: process.pid, cwd: process.cwd(), env: Object.keys(process.env) })); console.log("printed"); setInterval(() => {}, 1000);`;

describe.skipIf(process.platform !== "linux")("a detached process", () => {
  it("has a session, a folder and an environment of its own, and none of our files", async () => {
    const folder = makeFolder();
    const tag = makeTag();
    const { child, facts } = await detachIn(folder, tag);
    expect(readProcess(facts.pid)).toMatchObject({ pid: child.pid, session: child.pid, group: child.pid });
    expect(facts).toMatchObject({ cwd: "/", env: ["TAG"] });
    await vi.waitFor(() => expect(readFileSync(join(folder, "output"), "utf8")).toBe("printed\n"), {
      timeout: 300_000,
      interval: 5,
    });
    const files = readdirSync(`/proc/${String(facts.pid)}/fd`).flatMap((name) => target(facts.pid, name));
    expect(files.filter((path) => path.startsWith(folder))).toEqual([join(folder, "output"), join(folder, "output")]);
    process.kill(facts.pid, "SIGKILL");
    expect(await child.ended).toBeNull();
  });

  it("outlives the terminal that it was started from: the whole group of its parent is hung up and killed", async () => {
    const folder = makeFolder();
    const tag = makeTag();
    writeFileSync(join(folder, "stayer.cjs"), stayer);
    const parentText = `import { detachTutti } from ${JSON.stringify(source)};
      await detachTutti({ args: [${JSON.stringify(join(folder, "facts"))}], env: { TAG: ${JSON.stringify(tag)} }, output: ${JSON.stringify(join(folder, "output"))}, program: ${JSON.stringify(join(folder, "stayer.cjs"))} });
      setInterval(() => {}, 1000);`;
    const parent = spawn(
      process.execPath,
      ["--experimental-strip-types", "--no-warnings", "--input-type=module", "--eval", parentText],
      {
        detached: true,
        stdio: "ignore",
      },
    );
    const parentEnd = once(parent, "exit");
    await untilExists(join(folder, "output"));
    const facts = await readFacts(folder);
    process.kill(-parent.pid!, "SIGHUP");
    process.kill(-parent.pid!, "SIGINT");
    process.kill(-parent.pid!, "SIGKILL");
    await parentEnd;
    expect(livingWith(tag)).toContain(facts.pid);
    expect(readProcess(facts.pid)?.session).toBe(facts.pid);
  });

  it("that can't be started is told with the reason", async () => {
    const output = join(makeFolder(), "missing", "output");
    expect(await detachTutti({ args: [], env: {}, output, program: "/nowhere" })).toMatchObject({
      kind: "not-started",
    });
    expect(existsSync(output)).toBe(false);
  });
});

async function detachIn(folder: string, tag: string) {
  writeFileSync(join(folder, "stayer.cjs"), stayer);
  const child = await detachTutti({
    args: [join(folder, "facts")],
    env: { TAG: tag },
    output: join(folder, "output"),
    program: join(folder, "stayer.cjs"),
  });
  if (child.kind === "not-started") throw new TypeError(child.reason);
  return { child, facts: await readFacts(folder) };
}

async function readFacts(
  folder: string,
): Promise<{ readonly pid: number; readonly cwd: string; readonly env: readonly string[] }> {
  return vi.waitFor(
    () => JSON.parse(readFileSync(join(folder, "facts"), "utf8")) as Awaited<ReturnType<typeof readFacts>>,
    { timeout: 300_000, interval: 5 },
  );
}

function target(pid: number, name: string): readonly string[] {
  try {
    return [readlinkSync(`/proc/${String(pid)}/fd/${name}`)];
  } catch {
    return [];
  }
}
