import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { TuttiEvent } from "../../../src/api/contract/events.ts";
import type { ConductorStatus } from "../../../src/api/contract/conductor.ts";
import type { JobView } from "../../../src/api/contract/job.ts";
import { type ConductorKit, makeConductorKit, until } from "../../kit/conductor.ts";
import { commitFirst } from "../../kit/first-commit.ts";
import { tempFolder } from "../../kit/folders.ts";
import { itLong } from "../../kit/long.ts";
import { beginRepository } from "../../kit/new-repository.ts";

/** A repository, and a score whose first sheet waits for a file. */
function place(kit: ConductorKit, last = "create b.txt done") {
  const root = kit.env["HOME"] ?? "";
  const repository = join(root, "repository");
  mkdirSync(repository);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", repository, ...args], { encoding: "utf8" });
  beginRepository(repository, ["--template="]);
  commitFirst({ folder: repository, format: "sha1" }, [], "begin");
  const go = join(root, "go");
  const sheets = [
    { id: "one", prompt: `wait-for ${go}\ncreate a.txt done` },
    { id: "two", prompt: last, after: ["one"] },
  ];
  const score = join(root, "score.yaml");
  writeFileSync(score, JSON.stringify({ name: "story", agent: "scripted", retry: { attempts: 1 }, sheets }));
  // The conductor is asked itself, again and again: a command line for each question would take most of this file's
  // time.
  const status = async (): Promise<JobView | null> => {
    const tutti = await kit.client();
    try {
      return await tutti.call("job.status", { folder: repository });
    } finally {
      await tutti.close();
    }
  };
  return {
    git,
    run: (...more: readonly string[]) => kit.begin("run", score, "--repo", repository, ...more),
    goOn: () => {
      writeFileSync(go, "");
    },
    isRunning: () => until(async () => ((await status())?.sheets[0]?.state === "running" ? true : undefined)),
    isOver: () => until(async () => ((await status())?.status === "finished" ? true : undefined)),
  };
}

const events = (out: string): TuttiEvent[] =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as TuttiEvent)
    .filter(({ position }) => (position as number | undefined) !== undefined);

const connections = (kit: ConductorKit): number =>
  (JSON.parse(kit.cli("conductor-status", "--json").out) as ConductorStatus).clients.connections;

const names = (list: readonly TuttiEvent[]): string[] =>
  list.map(({ position, index, type }) => `${String(position)}.${String(index)} ${type}`);

describe("tutti run", () => {
  itLong("goes on with another conductor when the first was killed, and tells everything once", async () => {
    const kit = makeConductorKit();
    const story = place(kit);
    const client = story.run("--json");
    await story.isRunning();
    process.kill((await kit.running()).pid, "SIGKILL");
    story.goOn();
    const { code, out } = await client.ended;
    expect(code).toBe(0);
    const [job] = events(out).map((event) => event.job);
    expect(names(events(out))).toEqual(
      names(events(kit.cli("events", "--json", "--job", job ?? "", "--after", "0").out)),
    );
    expect(out).toContain("another conductor goes on with it");
  });

  itLong("ends with 3 when the conductor is stopped, and says how to go on", async () => {
    const kit = makeConductorKit();
    const story = place(kit);
    const client = story.run();
    await story.isRunning();
    kit.cli("stop");
    const { code, out, err } = await client.ended;
    expect([code, out]).toEqual([3, expect.stringContaining("goes on by itself with the next one: tutti start")]);
    expect(err).toContain("the conductor was stopped");
    // A person who stops it wants it to stay stopped.
    expect(kit.cli("conductor-status").code).toBe(3);
  });

  itLong("goes on when the conductor is restarted", async () => {
    const kit = makeConductorKit();
    const story = place(kit);
    const client = story.run();
    await story.isRunning();
    kit.cli("restart");
    story.goOn();
    expect(await client.ended).toMatchObject({ code: 0, out: expect.stringContaining("2 landed on main") as string });
  });

  it("leaves the job to its conductor at Ctrl-C, says so, and ends with 130", async () => {
    const kit = makeConductorKit();
    const story = place(kit);
    const client = story.run();
    await story.isRunning();
    client.kill("SIGINT");
    expect(await client.ended).toMatchObject({
      code: 130,
      out: expect.stringContaining("goes on without this terminal") as string,
    });
    story.goOn();
    await story.isOver();
    expect(story.git("show", "main:b.txt")).toBe("done\n");
  });

  itLong("tells the job's outcome even without a reader of its output", async () => {
    const kit = makeConductorKit();
    const story = place(kit);
    story.goOn();
    const program = fileURLToPath(new URL("../../../dist/tutti.js", import.meta.url));
    const root = kit.env["HOME"] ?? "";
    const args = [
      "--no-warnings",
      program,
      "run",
      join(root, "score.yaml"),
      "--repo",
      join(root, "repository"),
      "--json",
    ];
    const child = spawn(process.execPath, args, { env: { ...kit.env }, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    child.stderr.destroy();
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
    expect(story.git("show", "main:b.txt")).toBe("done\n");
  });

  it("without a conductor is refused in a home where one works", async () => {
    const kit = makeConductorKit();
    const story = place(kit);
    kit.cli("start");
    const { code, err } = await story.run("--local").ended;
    expect([code, err]).toEqual([2, expect.stringContaining("conductor.busy")]);
  });
});

describe("tutti status --watch", () => {
  it("shows what happens until the job rests, and gives its outcome", async () => {
    const kit = makeConductorKit();
    const story = place(kit, "fail 3");
    const client = story.run("--detach");
    await client.ended;
    await story.isRunning();
    const watching = kit.begin("status", "--watch");
    await until(
      () =>
        (JSON.parse(kit.cli("conductor-status", "--json").out) as { clients: { subscribers: number } }).clients
          .subscribers || undefined,
    );
    story.goOn();
    const { code, out } = await watching.ended;
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/one landed [^]*two started[^]*failed for good[^]*1 landed on main, 1 failed/),
    ]);
    // Of one that rests already there is nothing to wait for.
    expect(kit.cli("status", "--watch")).toMatchObject({ code: 1, out: expect.stringContaining("finished") as string });
  });

  itLong("ends with 130 at Ctrl-C, and the job goes on", async () => {
    const kit = makeConductorKit();
    const story = place(kit);
    await story.run("--detach").ended;
    await story.isRunning();
    const watching = kit.begin("status", "--watch", "--json");
    await until(
      () =>
        (JSON.parse(kit.cli("conductor-status", "--json").out) as { clients: { subscribers: number } }).clients
          .subscribers || undefined,
    );
    watching.kill("SIGINT");
    expect((await watching.ended).code).toBe(130);
    story.goOn();
    await story.isOver();
  });
});

it("looking at a running conductor loads no reader of YAML, no checker of schemas, no database and no engine", () => {
  const kit = makeConductorKit();
  kit.cli("start");
  const root = kit.env["HOME"] ?? "";
  const listed = join(root, "loaded.txt");
  const hook = `import { appendFileSync } from "node:fs"; import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => { appendFileSync(${JSON.stringify(listed)}, url + "\\n"); return next(url, context); } });`;
  const program = fileURLToPath(new URL("../../../dist/tutti.js", import.meta.url));
  execFileSync(
    process.execPath,
    ["--no-warnings", "--import", `data:text/javascript,${encodeURIComponent(hook)}`, program, "list"],
    {
      env: { ...kit.env },
      stdio: "pipe",
    },
  );
  const files = readFileSync(listed, "utf8")
    .trim()
    .split("\n")
    .filter((url) => url.startsWith("file:"));
  const texts = files.map((url) => readFileSync(new URL(url), "utf8"));
  expect(files.length).toBeGreaterThan(2);
  expect(texts.filter((text) => /\bYAMLMap\b|\bZodType\b|\bclass Kysely\b|\bmakeStage\b/.test(text))).toEqual([]);
});

describe("tutti logs -f", () => {
  itLong("goes on when the conductor is killed in between", async () => {
    const kit = makeConductorKit();
    const story = place(kit, "print the second sheet");
    const client = story.run("--json");
    await story.isRunning();
    const watcher = kit.begin("logs", "two", "--follow");
    // The two followers and the command that asks.
    await until(() => (connections(kit) === 3 ? true : undefined));
    process.kill((await kit.running()).pid, "SIGKILL");
    story.goOn();
    expect((await client.ended).code).toBe(0);
    const { code, out } = await watcher.ended;
    expect([code, out]).toEqual([0, expect.stringContaining("the second sheet")]);
  });
});

describe("a job that can't begin, because git fails", () => {
  const failing = (): string => {
    const bin = join(tempFolder(), "bin");
    mkdirSync(bin);
    const real = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
    const text = `#!/bin/sh\nfor word in "$@"; do [ "$word" = init ] && exit 128; done\nexec ${real} "$@"\n`;
    writeFileSync(join(bin, "git"), text, { mode: 0o755 });
    return `${bin}:${process.env["PATH"] ?? ""}`;
  };

  it.each([
    {
      where: "in this process",
      more: { TUTTI_LOCAL: "1" },
      told: "it is tried again in",
      left: "left before the job began",
    },
    {
      where: "in a conductor",
      more: {},
      told: "waiting until the job can begin",
      left: "the conductor may still take the job",
    },
  ])("is told, and left when the person stops it: $where", async ({ more, told, left }) => {
    const kit = makeConductorKit({ more: { ...more, PATH: failing() } });
    const running = place(kit).run();
    let said = "";
    running.stderr.on("data", (text: Buffer) => (said += text.toString()));
    await until(() => (said.includes(told) ? true : undefined));
    running.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 130, err: expect.stringContaining(left) as string });
  });
});
