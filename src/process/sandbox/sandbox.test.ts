import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { realWorld } from "../../base/world/real-world.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import type { ProcessEnd } from "../process.ts";
import { makeRunProcess } from "../run/run.ts";
import { processGroup } from "../tree/containment.ts";
import { findSandbox, requireLayers } from "./find.ts";
import { type Confinement, missingFor } from "./sandbox.ts";

const path = "/usr/bin:/bin";
const plain = makeRunProcess({ containment: processGroup, owner: "test", clock: realWorld });
const sandbox = await findSandbox({ path, run: plain, scratch: tempFolder(), processes: true });
const run = makeRunProcess({
  containment: processGroup,
  owner: "test",
  clock: realWorld,
  sandbox: () => Promise.resolve(sandbox),
});

function runIn(folder: string, script: string, confined: Confinement): Promise<ProcessEnd> {
  return run({
    argv: ["sh", "-c", script],
    cwd: folder,
    env: { PATH: path },
    output: { kind: "memory", capBytes: 10_000 },
    tree: "contained",
    limits: { confined },
  });
}

const holds = missingFor(sandbox, {}) === null;

describe.skipIf(!holds)("a confined program", () => {
  it("writes where it may, and nowhere else: not by name, not through a link, not by a rename", async () => {
    const folder = tempFolder();
    for (const name of ["mine", "other"]) mkdirSync(join(folder, name));
    writeFileSync(join(folder, "other", "kept"), "as it was");
    symlinkSync("../other", join(folder, "mine", "link"));
    const end = await runIn(
      folder,
      "echo 1 >mine/a; echo 2 >other/b; echo 3 >mine/link/c; echo 4 >mine/link/kept; mv mine/a other/a; ln other/kept mine/hard; rm other/kept; true",
      { grants: { read: ["/"], write: [join(folder, "mine"), "/dev/null"] } },
    );
    expect(end.how).toEqual({ kind: "exited", code: 0 });
    expect(["a", "b", "c"].filter((name) => existsSync(join(folder, "other", name)))).toEqual([]);
    expect(readFileSync(join(folder, "other", "kept"), "utf8")).toBe("as it was");
    expect(readFileSync(join(folder, "mine", "a"), "utf8")).toBe("1\n");
  });

  it("does not read what it was not given, nor does a program that it starts", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "mine"));
    writeFileSync(join(folder, "secret"), "hidden");
    const named = ["/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache"].filter((file) => existsSync(file));
    const system = named.map((file) => realpathSync(file));
    const end = await runIn(join(folder, "mine"), "cat ../secret; sh -c 'cat ../secret'; ls ..; echo over", {
      grants: { read: system, write: [join(folder, "mine"), "/dev/null"] },
    });
    expect(end.stdout.toString()).toBe("over\n");
  });

  it.skipIf(missingFor(sandbox, { network: "off" }) !== null)("has no network where it is taken away", async () => {
    const end = await runIn(tempFolder(), "tail -n +2 /proc/net/route | wc -l", {
      grants: { read: ["/"], write: ["/dev/null"] },
      network: "off",
    });
    expect(end.stdout.toString().trim()).toBe("0");
  });
});

describe("a program that can't be confined", () => {
  const confined: Confinement = { grants: { read: ["/"], write: [] } };
  const request = { argv: ["true"], cwd: "/", env: { PATH: path }, tree: "contained", limits: { confined } } as const;
  const output = { kind: "memory", capBytes: 100 } as const;

  it("is not started where no sandbox is open", async () => {
    const { how } = await plain({ ...request, output });
    expect(how).toEqual({ kind: "not-started", reason: "it must be confined, and no sandbox is open" });
  });

  it("is not started where the layer is missing, with the reason", async () => {
    const without = { ...sandbox, layers: [{ name: "landlock", missing: "the kernel has none" }] } as const;
    const refusing = makeRunProcess({
      containment: processGroup,
      owner: "test",
      clock: realWorld,
      sandbox: () => Promise.resolve(without),
    });
    const { how } = await refusing({ ...request, output });
    expect(how).toEqual({ kind: "not-started", reason: "it must be confined: the kernel has none" });
    expect(() => {
      requireLayers(without, ["landlock"]);
    }).toThrow("this machine can't confine agents as asked: the layer landlock does not hold: the kernel has none");
  });
});
