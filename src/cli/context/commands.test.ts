import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { makePipes } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { type Kit, makeKit } from "../../../test/kit/kit.ts";
import type {
  CleanOutcome,
  CleanPlan,
  ContextDetail,
  ContextList,
  ContextOutcome,
} from "../../api/contract/context.ts";
import { thisOwner } from "../../process/tree/owner.ts";
import { oneOf } from "../../../test/kit/long.ts";

let kit: Kit;
beforeEach(() => {
  kit = makeKit({ "README.md": "hello\n", ".gitignore": "build/\n" });
  vi.stubEnv("TUTTI_HOME", kit.home);
  // How full the disk of this machine is must not matter.
  vi.stubEnv("TUTTI_DISK_WARNING_GB", "0");
  vi.stubEnv("TUTTI_DISK_FLOOR_GB", "0");
});
afterEach(() => {
  vi.unstubAllEnvs();
  kit.dispose();
});

const fails = "create work.txt work\ncreate build/big.bin big\nfail 1";
const json = async <T>(...args: readonly string[]): Promise<T> => JSON.parse((await tutti(...args, "--json")).out) as T;
const list = () => json<ContextList>("worktree", "list");

/** Plays a sheet that fails, so that its context stays. */
async function playFailing(level: string): Promise<ContextDetail> {
  await kit.play(
    { s: fails },
    { score: { isolation: level, retry: { attempts: 1, base_delay: "1ms", max_delay: "2ms" } } },
  );
  const { contexts } = await list();
  return json<ContextDetail>("worktree", "show", contexts[0]?.id ?? "");
}

const store = (detail: ContextDetail, ...args: readonly string[]): string => gitIn(detail.store, args);

describe.each(oneOf(2, ["clone", "worktree", "directory"]))("a context of level %s that was kept", (level) => {
  it("is listed, shown and removed with its content captured", async () => {
    const detail = await playFailing(level);
    expect(detail).toMatchObject({ level, sheet: "s", attempt: 1, state: "idle", users: [] });
    expect(detail.bytes).toBeGreaterThan(0);
    writeFileSync(join(detail.path, "later.txt"), "by hand\n");
    const outcome = await json<ContextOutcome>("worktree", "remove", detail.id);
    expect(outcome).toMatchObject({ removed: true, stays: null });
    expect(existsSync(detail.path)).toBe(false);
    expect(store(detail, "show", `${outcome.snapshot ?? ""}:later.txt`)).toBe("by hand");
    expect((await list()).contexts).toEqual([]);
    expect((await tutti("worktree", "remove", detail.id)).code).toBe(2);
  });

  it("is pruned when its folder is gone, and only then", async () => {
    const detail = await playFailing(level);
    expect((await tutti("worktree", "prune")).out).toBe("Nothing to prune.");
    rmSync(detail.path, { recursive: true });
    expect((await list()).contexts).toMatchObject([{ state: "gone" }]);
    expect((await tutti("worktree", "remove", detail.id)).out).toContain("tutti worktree prune");
    expect((await tutti("worktree", "prune", "--dry-run")).out).toContain(detail.id);
    expect((await list()).contexts).toHaveLength(1);
    expect((await tutti("worktree", "prune")).code).toBe(0);
    expect((await list()).contexts).toEqual([]);
  });
});

it("a context that a process works in stays, even when forced", async () => {
  const detail = await playFailing("clone");
  const worker = spawn("sleep", ["60"], { cwd: detail.path, stdio: "ignore" });
  await once(worker, "spawn");
  try {
    const { code, out } = await tutti("worktree", "remove", "--force", detail.id);
    expect([code, out]).toEqual([1, expect.stringContaining(`process ${worker.pid} works in it`)]);
    expect((await json<CleanPlan>("clean", "--older-than", "0")).steps).toEqual([]);
    expect(existsSync(detail.path)).toBe(true);
  } finally {
    worker.kill("SIGKILL");
    await once(worker, "exit");
  }
});

it("pruning a worktree context whose folder is gone keeps the commits that only it had", async () => {
  await kit.play(
    { s: "create work.txt work\ncommit mine\nfail 1" },
    { score: { isolation: "worktree", retry: { attempts: 1, base_delay: "1ms", max_delay: "2ms" } } },
  );
  const { id } = (await list()).contexts[0] ?? { id: "" };
  const detail = await json<ContextDetail>("worktree", "show", id);
  gitIn(detail.path, [
    "-c",
    "user.name=x",
    "-c",
    "user.email=x@y",
    "commit",
    "-q",
    "--allow-empty",
    "-m",
    "after the last snapshot",
  ]);
  rmSync(detail.path, { recursive: true });
  expect((await tutti("worktree", "prune")).code).toBe(0);
  expect(readdirSync(join(detail.store, "..", "worktrees.git", "worktrees"))).toEqual([]);
  expect(store(detail, "log", "--format=%s", "--glob=refs/tutti/agent/adopted")).toContain("after the last snapshot");
});

describe("a locked context", () => {
  it("stays until its owner is dead or a person forces it", async () => {
    const detail = await playFailing("clone");
    const lockPath = join(kit.home, "contexts", detail.id, "lock");
    const locked = (pid: number) =>
      writeFileSync(
        lockPath,
        JSON.stringify({
          owner: { ...thisOwner(), pid, ...(pid === process.pid ? {} : { startTime: "1" }) },
          why: "me",
        }),
      );
    locked(process.pid);
    expect((await tutti("worktree", "list")).out).toContain(`locked (process ${process.pid}, alive): me`);
    expect((await tutti("worktree", "remove", detail.id)).out).toContain("it is locked by me");
    expect((await tutti("worktree", "unlock", detail.id)).code).toBe(1);
    expect(existsSync(lockPath)).toBe(true);
    expect((await tutti("worktree", "unlock", "--force", detail.id)).code).toBe(0);
    expect((await tutti("worktree", "unlock", detail.id)).out).toContain("is not locked");
    locked(4_194_303);
    expect((await tutti("worktree", "unlock", detail.id)).code).toBe(0);
    expect(existsSync(lockPath)).toBe(false);
    locked(process.pid);
    expect((await tutti("worktree", "remove", "--force", detail.id)).code).toBe(0);
  });
});

it("a context whose folder is gone has neither a size nor a branch", async () => {
  const detail = await playFailing("full");
  expect((await tutti("worktree", "list")).out).toContain("-task-");
  rmSync(detail.path, { recursive: true });
  const { out } = await tutti("worktree", "list");
  expect(out).toContain("gone");
  expect(out).not.toContain("in place");
  expect(out).not.toContain("-task-");
});

describe("clean", () => {
  it("shows its plan, does nothing without consent, and captures what it removes", async () => {
    const detail = await playFailing("clone");
    expect((await tutti("clean")).out).toBe("Nothing to clean.");
    const plan = await json<CleanPlan>("clean", "--older-than", "0");
    expect(plan.steps).toMatchObject([{ kind: "remove-context", name: detail.id }]);
    const silent = await tutti("clean", "--older-than", "0");
    expect([silent.code, existsSync(detail.path)]).toEqual([2, true]);
    expect((await tutti("clean", "--older-than", "0", "--dry-run")).code).toBe(0);
    writeFileSync(join(detail.path, "later.txt"), "by hand\n");
    const done = await tutti("clean", "--older-than", "0", "--yes");
    expect(done.code).toBe(0);
    expect(done.out).toContain("freed");
    expect(existsSync(detail.path)).toBe(false);
    const refs = store(detail, "for-each-ref", "--format=%(refname)", `refs/tutti/snapshots/${detail.job}`).split("\n");
    expect(store(detail, "show", `${refs.at(-1) ?? ""}:later.txt`)).toBe("by hand");
    expect(readdirSync(join(kit.home, "trash"))).toHaveLength(1);
    expect((await tutti("clean", "--trash", "--yes")).code).toBe(0);
    expect(readdirSync(join(kit.home, "trash"))).toEqual([]);
  });

  it("drops what can be made again before it takes work", async () => {
    const detail = await playFailing("clone");
    writeFileSync(join(detail.path, "build", "big.bin"), Buffer.alloc(3_000_000));
    const { steps, outcomes } = await json<CleanPlan & { readonly outcomes: readonly CleanOutcome[] }>(
      "clean",
      "--max-gb",
      "0.001",
      "--yes",
    );
    expect(steps.map(({ kind }) => kind)).toEqual(["drop-artefacts"]);
    expect(outcomes).toMatchObject([{ problem: null }]);
    expect(readdirSync(detail.path).sort()).toEqual([".git", ".gitignore", "README.md", "work.txt"]);
  });

  it("speaks of the trash only when a context went there", async () => {
    const detail = await playFailing("clone");
    await tutti("worktree", "remove", detail.id);
    expect((await tutti("clean", "--trash", "--yes")).out).not.toContain("lie in the trash");
  });

  it("goes on when a step fails, and says so", async () => {
    const detail = await playFailing("clone");
    makePipes(join(detail.path, "pipe"));
    await kit.play(
      { t: "create other.txt x\nfail 1" },
      { score: { retry: { attempts: 1, base_delay: "1ms", max_delay: "2ms" } } },
    );
    const dry = await tutti("clean", "--older-than", "0", "--dry-run");
    const stays = `stays ${detail.id}: it holds what no snapshot has: pipe (special file). Look at ${detail.path}, `;
    expect([dry.code, dry.out]).toEqual([0, expect.stringContaining(stays)]);
    expect(dry.out).not.toContain(`remove context ${detail.id}`);
    const done = await tutti("clean", "--older-than", "0", "--yes");
    expect(done.code).toBe(1);
    expect(done.out).toContain(stays);
    expect((await list()).contexts.map(({ id }) => id)).toEqual([detail.id]);
  });
});

describe("archive", () => {
  it("puts a job away: its contexts captured and gone, its trash out, itself off the list", async () => {
    const detail = await playFailing("clone");
    expect((await tutti("archive", detail.job)).code).toBe(0);
    expect(existsSync(detail.path)).toBe(false);
    expect(readdirSync(join(kit.home, "trash"))).toEqual([]);
    expect((await tutti("list")).out).not.toContain(detail.job);
    expect((await tutti("list", "--all")).out).toContain(detail.job);
    expect(store(detail, "for-each-ref", `refs/tutti/snapshots/${detail.job}`)).not.toBe("");
    expect((await tutti("archive", "nothing-abcdef")).code).toBe(2);
  });

  it("forgets for good only when told so twice", async () => {
    const detail = await playFailing("clone");
    const asked = await tutti("archive", "--forget", detail.job);
    expect(asked.code).toBe(2);
    expect(asked.out).toMatch(/deletes \d+ snapshots? .* is lost/);
    expect(existsSync(detail.path)).toBe(true);
    expect((await tutti("archive", "--forget", "--yes", detail.job)).code).toBe(0);
    expect(store(detail, "for-each-ref", `refs/tutti/snapshots/${detail.job}`, `refs/tutti/agent/${detail.job}`)).toBe(
      "",
    );
    expect(kit.git("for-each-ref", `refs/tutti/pins/${detail.job}`)).toBe("");
  });

  it("leaves a job on the list that holds what no snapshot has", async () => {
    const detail = await playFailing("clone");
    makePipes(join(detail.path, "pipe"));
    const outcome = await tutti("archive", "--forget", "--yes", detail.job);
    expect(outcome.code).toBe(1);
    expect(readFileSync(join(detail.path, "work.txt"), "utf8")).toContain("work");
    expect(store(detail, "for-each-ref", `refs/tutti/snapshots/${detail.job}`)).not.toBe("");
    expect((await tutti("list")).out).toContain(detail.job);
  });

  it("refuses a job that is being played", async () => {
    const go = join(kit.home, "..", "go");
    const played = kit.play({ s: `wait-for ${go}\ncreate a.txt a` });
    await vi.waitFor(async () => expect((await kit.status())?.status).toBe("running"), {
      timeout: 300_000,
      interval: 20,
    });
    const job = (await kit.status())?.id ?? "";
    const refused = await tutti("archive", job);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("it is being played")]);
    writeFileSync(go, "");
    await played;
  });
});

it("worktree list shows the repository's own work trees on demand, detached ones too", async () => {
  kit.git("worktree", "add", "-q", "--detach", join(kit.repository, "..", "aside"));
  const { worktrees } = await json<ContextList>("worktree", "list", "--repo", kit.repository);
  expect(worktrees).toMatchObject([
    { path: kit.repository, isMain: true, branch: "refs/heads/main" },
    { path: join(kit.repository, "..", "aside"), isMain: false, branch: null, link: "whole" },
  ]);
  expect((await tutti("worktree", "list", "--repo", kit.repository)).out).toContain("detached at");
  kit.git("worktree", "add", "-q", "-b", "lost", join(kit.repository, "..", "other"));
  kit.git("update-ref", "-d", "refs/heads/lost");
  expect((await tutti("worktree", "list", "--repo", kit.repository)).out).toContain("on lost, which is not there");
});
