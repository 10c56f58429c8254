import { readdirSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { servedBy } from "../../src/process/tree/marker.ts";
import { readEntries, readProcesses } from "../../src/process/tree/proc.ts";
import { type Kit, makeKit } from "../kit/kit.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

test("an agent that crashes twice lands on its third attempt", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.play({
    stubborn: "until-attempt 2 create half.txt half\nuntil-attempt 2 crash\ncreate whole.txt whole",
  });

  expect(played.states).toEqual({ stubborn: "landed" });
  expect(played.job.sheets[0]?.attempts).toBe(3);
  expect(kit.git("ls-tree", "--name-only", "HEAD")).toBe("a.txt\nwhole.txt\n");
});

test("an agent that crashes every time fails, and all it left is kept", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.play({
    hopeless: "create half.txt half\ncrash",
    after: { script: "create b.txt b", after: ["hopeless"] },
  });

  expect(played.states).toEqual({ hopeless: "failed", after: "blocked" });
  const kept = played.job.sheets[0]?.kept ?? "";
  expect(kit.git("--git-dir", await store(kit), "show", `${kept}:half.txt`)).toBe("half\n");
});

test("an agent that hangs is ended with its children", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.play({
    stuck: { script: "create started.txt yes\nfork\nhang", timeout: "1s", retry: { attempts: 1 } },
    fine: "create b.txt b",
  });

  expect(played.states).toEqual({ stuck: "failed", fine: "landed" });
  expect(processesIn(kit.home)).toEqual([]);
});

test("work that is partly done is completed, not begun again", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const validations = [{ file_exists: "one.txt" }, { file_exists: "two.txt" }];

  const played = await kit.play({
    half: { script: "on-attempt 1 create one.txt 1\non-attempt 2 create two.txt 2", validations },
  });

  expect(played.states).toEqual({ half: "landed" });
  expect(kit.git("ls-tree", "--name-only", "HEAD")).toBe("a.txt\none.txt\ntwo.txt\n");
});

test("work that is completed after others landed does not take their work out again", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const validations = [{ file_exists: "one.txt" }, { file_exists: "two.txt" }];

  const played = await kit.play(
    { half: { script: "on-attempt 1 create one.txt 1\non-attempt 2 create two.txt 2", validations } },
    {
      watch: (progress) => {
        if (progress.kind !== "sheet" || progress.event.kind !== "ended" || progress.event.attempt !== 1) return;
        kit.write("other.txt", "other\n");
        kit.git("add", "other.txt");
        kit.git("commit", "--quiet", "--message", "somebody else");
      },
    },
  );

  expect(played.states).toEqual({ half: "landed" });
  expect(kit.git("ls-tree", "--name-only", "HEAD")).toBe("a.txt\none.txt\nother.txt\ntwo.txt\n");
});

test("an agent that exits badly lands all the same when its validations pass", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.play({
    grumpy: { script: "create b.txt b\nfail 3", validations: [{ file_exists: "b.txt" }] },
    unchecked: { script: "create c.txt c\nfail 3", retry: { attempts: 1 } },
  });

  expect(played.states).toEqual({ grumpy: "landed", unchecked: "failed" });
});

test("an agent that dies with the process that started it goes on from its work, and that costs no attempt", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const playing = kit.play({
    first: "create b.txt b",
    second: {
      script: "on-attempt 1 create one.txt 1\non-attempt 1 hang\ncreate two.txt 2",
      after: ["first"],
      retry: { attempts: 1 },
    },
  });
  await vi.waitFor(() => expect(filesIn(kit.home)).toContain("one.txt"), { timeout: 300_000, interval: 20 });
  const launcher = readProcesses()?.find(({ pid }) => servedBy(readEntries(pid))?.pid === process.pid);
  process.kill(launcher!.pid, "SIGKILL");
  const played = await playing;

  expect(played.states).toEqual({ first: "landed", second: "landed" });
  expect(kit.git("ls-tree", "--name-only", "HEAD")).toBe("a.txt\nb.txt\none.txt\ntwo.txt\n");
  expect(processesIn(kit.home)).toEqual([]);
});

test("a rate limit costs no attempt and the sheet goes on when it ends", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.play({
    limited: { script: "on-attempt 1 rate-limit 0\ncreate b.txt b", retry: { attempts: 1 } },
  });

  expect(played.states).toEqual({ limited: "landed" });
});

async function store(of: Kit): Promise<string> {
  const { readdir } = await import("node:fs/promises");
  const [name = ""] = await readdir(`${of.home}/repositories`);
  return `${of.home}/repositories/${name}/store.git`;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => basename(path));
}

/** Processes that have a folder below the home as their working folder. */
function processesIn(home: string): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(home);
      } catch {
        return false;
      }
    });
}
