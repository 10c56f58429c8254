import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { realWorld } from "../../base/world/real-world.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeRunProcess } from "../../process/run/run.ts";
import { findSandbox } from "../../process/sandbox/find.ts";
import { type LayerName, firstMissing, layersHeld } from "../../process/sandbox/sandbox.ts";
import { processGroup } from "../../process/tree/containment.ts";
import type { ConfinedLevel } from "../../score/plan/sandbox.ts";
import { type ConfinedParts, confinedRun } from "./confined-run.ts";

const plain = makeRunProcess({ containment: processGroup, owner: "test", clock: realWorld });
const sandbox = await findSandbox({ path: "/usr/bin:/bin", run: plain, scratch: tempFolder(), processes: true });
const held = layersHeld(sandbox, true);
const isWhole = firstMissing(sandbox, ["landlock", "mounts", "rights", "calls"]) === null;
const run = makeRunProcess({
  containment: processGroup,
  owner: "test",
  clock: realWorld,
  sandbox: () => Promise.resolve(sandbox),
});

interface Scene {
  readonly folder: string;
  readonly mine: string;
  readonly parts: ConfinedParts;
}

function makeScene(without?: LayerName): Scene {
  const folder = realpathSync(tempFolder());
  for (const name of ["mine", "outside", "home", "scratch", "cache"]) mkdirSync(join(folder, name));
  const places = { scratch: join(folder, "scratch"), jobs: join(folder, "jobs") };
  const layers = new Set(held.filter((name) => name !== without));
  return { folder, mine: join(folder, "mine"), parts: { run, places, cache: join(folder, "cache"), layers } };
}

async function said(
  { folder, mine, parts }: Scene,
  level: ConfinedLevel,
  told: {
    readonly script: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly write?: readonly string[];
  },
): Promise<string> {
  const end = await confinedRun(parts, level, { write: [mine, ...(told.write ?? [])], read: [] })({
    argv: ["sh", "-c", told.script],
    cwd: mine,
    env: { PATH: "/usr/bin:/bin", HOME: join(folder, "home"), ...told.env },
    output: { kind: "memory", capBytes: 10_000 },
    tree: "contained",
  });
  return end.how.kind === "not-started" ? end.how.reason : String(end.stdout) + String(end.stderr);
}

describe.skipIf(!isWhole)("a confined run", () => {
  it.each(["write", "strict"] as const)(
    "of level %s writes a report outside of its folder where its caller says so, and nothing beside it",
    async (level) => {
      const { folder, mine, parts } = makeScene();
      mkdirSync(join(folder, "reports"));
      const [report, other] = [join(folder, "reports", "report"), join(folder, "outside", "report")];
      await confinedRun(parts, level, { write: [mine], read: [] })({
        argv: ["sh", "-c", `echo found >${report}; echo found >${other}`],
        cwd: mine,
        env: { PATH: "/usr/bin:/bin", HOME: join(folder, "home") },
        output: { kind: "memory", capBytes: 10_000 },
        limits: { outside: { write: [join(folder, "reports")] } },
        tree: "contained",
      });
      expect([existsSync(report), existsSync(other)]).toEqual([true, false]);
    },
  );

  it.each([undefined, "mounts"] as const)(
    "does not follow a link that an earlier one put in its folder (without %s)",
    async (without) => {
      const scene = makeScene(without);
      symlinkSync(join(scene.folder, "outside"), join(scene.mine, "objects"));
      const write = [join(scene.mine, "objects")];
      const script = "echo x >objects/new; echo y >own; cat own";
      expect(await said(scene, "write", { script, write })).toMatch(/^y\n.*(denied|Read-only)/);
      expect(existsSync(join(scene.folder, "outside", "new"))).toBe(false);
    },
  );

  it("loads no code that the variables of its program name before it is confined", async () => {
    const scene = makeScene();
    const marker = join(scene.folder, "outside", "loaded");
    writeFileSync(join(scene.mine, "Evil.pm"), `open(F, ">", "${marker}"); 1;\n`);
    const env = { PERL5LIB: scene.mine, PERL5OPT: "-MEvil" };
    expect(await said(scene, "write", { script: 'echo "$PERL5OPT"', env })).toBe("-MEvil\n");
    expect(existsSync(marker)).toBe(false);
  });

  it("has no namespaces at level strict, and no keys of the person at any", async () => {
    const keys = `perl -e 'print syscall(${process.arch === "arm64" ? "219" : "250"}, 0, -3, 0) < 0 ? $! : "had", "\\n"'`;
    const script = `${keys}; unshare --user true 2>/dev/null && echo entered; true`;
    expect(await said(makeScene(), "strict", { script })).toBe("Operation not permitted\n");
    expect(await said(makeScene(), "write", { script: keys })).toBe("Operation not permitted\n");
  });

  it("has memory of its own under /dev/shm, also where Tutti's home lies there", async () => {
    const scene = makeScene();
    writeFileSync(join(scene.folder, "home", "own"), "as it was\n");
    const script = "echo s >/dev/shm/shared && cat /dev/shm/shared; echo w >file; echo x >../home/own";
    expect(await said(scene, "write", { script })).toMatch(/^s\n.*(denied|Read-only)/);
    expect(existsSync("/dev/shm/shared")).toBe(false);
    expect(readFileSync(join(scene.mine, "file"), "utf8")).toBe("w\n");
  });
});
