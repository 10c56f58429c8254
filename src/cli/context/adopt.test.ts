import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { StrayList, StrayOutcome } from "../../api/contract/context.ts";
import { tutti } from "../../../test/kit/command-line.ts";
import { makePipes } from "../../../test/kit/folders.ts";
import { gitIn } from "../../../test/kit/git.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import { type StrayKit, strayKit } from "../../../test/kit/strays.ts";
import { itLong } from "../../../test/kit/long.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function kitWithStrays(): Promise<StrayKit> {
  const kit = await strayKit();
  vi.stubEnv("TUTTI_HOME", kit.wired.places.home);
  writeFiles(kit.worktree("dirty"), { "new.txt": "new\n" });
  kit.repository.git("worktree", "lock", "--reason", "at work", kit.worktree("locked"));
  mkdirSync(kit.beside("worktrees"));
  renameSync(kit.clone("clone"), kit.beside("worktrees/clone"));
  rmSync(kit.worktree("gone"), { recursive: true });
  return kit;
}

const adopt = (kit: StrayKit, ...more: readonly string[]) =>
  tutti("worktree", "adopt", "--repo", kit.repository.path, ...more);
const beside = (kit: StrayKit): readonly string[] => readdirSync(kit.beside(".")).sort();

describe("worktree adopt", () => {
  it("shows what it would do and why others stay, and does nothing without a word of consent", async () => {
    const kit = await kitWithStrays();
    const before = kit.repository.git("worktree", "list", "--porcelain");
    const dry = await adopt(kit, "--dry-run");
    expect(dry.code).toBe(0);
    expect(dry.out).toContain(`worktree ${kit.beside("dirty")}`);
    expect(dry.out).toContain("1 untracked file");
    expect(dry.out).toContain(`clone ${kit.beside("worktrees/clone")}`);
    expect(dry.out).toMatch(/stays: it is locked \(at work\)/);
    expect(dry.out).toContain("its folder is gone");
    const silent = await adopt(kit);
    expect([silent.code, silent.err]).toEqual([2, "Nothing was done. Say --yes to do it."]);
    expect(silent.out).toBe(dry.out);
    expect((await adopt(kit, "--json")).code).toBe(2);
    expect(kit.repository.git("worktree", "list", "--porcelain")).toBe(before);
    expect(beside(kit)).toEqual(["dirty", "locked", "user's repo", "worktrees"]);
  });

  it("captures and removes all but what must stay", async () => {
    const kit = await kitWithStrays();
    const { code, out } = await adopt(kit, "--yes", "--json");
    const { strays, outcomes } = JSON.parse(out) as StrayList & { readonly outcomes: readonly StrayOutcome[] };
    expect(code).toBe(0);
    expect(strays).toHaveLength(4);
    expect(outcomes.map(({ removed }) => removed)).toEqual([true, true, true]);
    expect(beside(kit)).toEqual(["locked", "user's repo", "worktrees"]);
    expect(readdirSync(join(kit.repository.gitDir, "worktrees"))).toEqual(["locked"]);
    const dirty = outcomes.find(({ path }) => path === kit.beside("dirty"));
    expect(kit.wired.look("show", `${dirty?.snapshot ?? ""}:new.txt`)).toBe("new");
    expect((await adopt(kit, "--yes", "--force")).code).toBe(0);
    expect(beside(kit)).toEqual(["user's repo", "worktrees"]);
    expect((await adopt(kit, "--yes")).out).toContain("No stray worktrees");
  });

  it("tells what becomes of ignored files, what of a clone is not kept, and how to bring it all back", async () => {
    const kit = await kitWithStrays();
    writeFiles(kit.beside("dirty"), { "secret.log": "s", "node_modules/x.log": "x" });
    gitIn(kit.beside("worktrees/clone"), ["commit", "-q", "--allow-empty", "-m", "mine"]);
    const dry = await adopt(kit, "--dry-run");
    expect(dry.out).toContain("ignored, captured all the same: secret.log (1)");
    expect(dry.out).toContain("1 commit that this repository does not have");
    expect(dry.out).toContain("its remotes, hooks and configuration are not");
    const done = await adopt(kit, "--yes");
    expect(done.out).toContain("ignored, not captured: for a while in the trash: node_modules/ (1)");
    expect(done.out).toContain("to bring it back: tutti restore ../dirty --job adopted");
    vi.spyOn(process, "cwd").mockReturnValue(kit.repository.path);
    expect(await tutti("restore", "../dirty", "--job", "adopted", "--to", kit.beside("back"))).toMatchObject({
      code: 0,
    });
    expect(readdirSync(kit.beside("back"))).toContain("new.txt");
  });

  itLong("leaves what no snapshot can hold, and says so beforehand", async () => {
    const kit = await kitWithStrays();
    makePipes(join(kit.beside("dirty"), "pipe"));
    const dry = await adopt(kit, "--dry-run", kit.beside("dirty"));
    expect(dry.out).toContain("stays: it holds what no snapshot can: pipe: special file");
    expect((await adopt(kit, "--yes", kit.beside("dirty"))).code).toBe(1);
    expect(existsSync(kit.beside("dirty"))).toBe(true);
  });

  itLong("leaves a clone beside the repository alone until it is named", async () => {
    const kit = await kitWithStrays();
    const mine = kit.clone("mine");
    expect((await adopt(kit, "--yes")).code).toBe(0);
    expect(existsSync(mine)).toBe(true);
    expect((await adopt(kit, "--yes", mine)).code).toBe(0);
    expect(existsSync(mine)).toBe(false);
  });

  itLong("takes only those that are named, and tells when one is none", async () => {
    const kit = await kitWithStrays();
    expect((await adopt(kit, "--yes", kit.beside("worktrees/clone"))).code).toBe(0);
    expect(beside(kit)).toEqual(["dirty", "locked", "user's repo", "worktrees"]);
    expect((await adopt(kit, "--yes", kit.beside("locked"))).code).toBe(1);
    const wrong = await adopt(kit, "--yes", kit.repository.path);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain("is no stray worktree or clone");
    expect(existsSync(kit.beside("locked"))).toBe(true);
  });

  itLong("with --keep captures everything, also locked strays, and leaves them there", async () => {
    const kit = await kitWithStrays();
    writeFiles(kit.beside("locked"), { "more.txt": "more\n" });
    const { code, out } = await adopt(kit, "--keep", "--json");
    const { outcomes } = JSON.parse(out) as { readonly outcomes: readonly StrayOutcome[] };
    expect(code).toBe(0);
    expect(beside(kit)).toEqual(["dirty", "locked", "user's repo", "worktrees"]);
    const locked = outcomes.find(({ path }) => path === kit.beside("locked"));
    expect(kit.wired.look("show", `${locked?.snapshot ?? ""}:more.txt`)).toBe("more");
    expect(gitIn(kit.beside("locked"), ["status", "--porcelain"])).toBe("?? more.txt");
  });

  itLong("looks for clones in folders that are named", async () => {
    const kit = await strayKit();
    vi.stubEnv("TUTTI_HOME", kit.wired.places.home);
    const far = join(kit.beside("far"), "away", "deep", "clone");
    kit.clone("x");
    mkdirSync(join(far, ".."), { recursive: true });
    renameSync(kit.beside("x"), far);
    expect((await adopt(kit, "--dry-run")).out).toContain("No stray worktrees");
    expect((await adopt(kit, "--dry-run", "--in", kit.beside("far"))).out).toContain(far);
  });
});
