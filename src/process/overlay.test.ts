import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder, run } from "../../test/kit/processes.ts";
import { type Overlay, type OverlayMounts, findOverlayMounts } from "./overlay.ts";

function overlayIn(root: string): Overlay {
  const at = (name: string): string => {
    mkdirSync(join(root, name), { recursive: true });
    return join(root, name);
  };
  return { folder: at("folder"), work: at("work"), lower: [at("own"), at("layer")] };
}

async function mountsHere(): Promise<OverlayMounts | string> {
  const probe = overlayIn(makeFolder());
  writeFileSync(join(probe.lower[1], "file"), "");
  return findOverlayMounts({
    path: process.env["PATH"],
    run,
    probe: { ...probe, file: join(probe.folder, "file") },
  });
}

const mounts = await mountsHere();

test("a machine without the programs for it is told which one is missing", async () => {
  const probe = { ...overlayIn(makeFolder()), file: "none" };
  expect(await findOverlayMounts({ path: "/nonexistent", run, probe })).toBe("unshare is not installed");
});

describe.skipIf(typeof mounts === "string")(`programs in an overlay (${JSON.stringify(mounts)})`, () => {
  const inside = async (overlay: Overlay, commands: string, cwd = overlay.folder): Promise<string> => {
    if (typeof mounts === "string") throw new Error(mounts);
    const end = await run({
      argv: mounts.wrap(overlay, ["/bin/sh", "-c", commands]),
      cwd,
      env: { PATH: process.env["PATH"] ?? "" },
      output: { kind: "memory", capBytes: 10_000 },
      tree: "group",
    });
    return `${end.stdout.toString()}${end.stderr.toString()}${end.how.kind === "exited" && end.how.code === 0 ? "" : JSON.stringify(end.how)}`;
  };

  function scene(): Overlay {
    const overlay = overlayIn(join(makeFolder(), "a, b:c 'd\"\\ é"));
    mkdirSync(join(overlay.lower[1], "deps/tool"), { recursive: true });
    mkdirSync(join(overlay.lower[0], "deps"), { recursive: true });
    writeFileSync(join(overlay.lower[1], "deps/tool/index"), "shared\n");
    writeFileSync(join(overlay.lower[1], "deps/script"), "of all\n");
    writeFileSync(join(overlay.lower[0], "deps/script"), "of this one\n");
    writeFileSync(join(overlay.folder, "mine"), "mine\n");
    return overlay;
  }

  test("see the folder's own files and those below, the first one's before the second's", async () => {
    const overlay = scene();
    expect(await inside(overlay, "cat mine deps/tool/index deps/script")).toBe("mine\nshared\nof this one\n");
  });

  test("change, replace and remove all of it, and the lower folders stay as they are", async () => {
    const overlay = scene();
    expect(
      await inside(
        overlay,
        "echo more >> deps/tool/index; rm -r deps/script; mkdir deps/new; mv deps/tool deps/moved; echo work > work.txt; ls deps; cat deps/moved/index",
      ),
    ).toBe("moved\nnew\nshared\nmore\n");
    expect(readFileSync(join(overlay.lower[1], "deps/tool/index"), "utf8")).toBe("shared\n");
    expect(readdirSync(join(overlay.lower[1], "deps")).toSorted()).toEqual(["script", "tool"]);
    expect(readFileSync(join(overlay.folder, "work.txt"), "utf8")).toBe("work\n");
    expect(existsSync(join(overlay.folder, "mine"))).toBe(true);
  });

  test("see what an earlier program left, also that a folder is gone", async () => {
    const overlay = scene();
    await inside(overlay, "rm -rf deps && echo own > deps");
    expect(await inside(overlay, "cat deps")).toBe("own\n");
    await inside(overlay, "rm deps");
    expect(await inside(overlay, "ls")).toBe("mine\n");
  });

  test("start in the working folder they were given, also one below", async () => {
    const overlay = scene();
    mkdirSync(join(overlay.folder, "deps"));
    expect(await inside(overlay, "cat script", join(overlay.folder, "deps"))).toBe("of this one\n");
  });

  test("have no rights that they would not have without it", async () => {
    const overlay = scene();
    const rights = "grep CapEff /proc/self/status";
    const usual = await run({
      argv: ["/bin/sh", "-c", rights],
      cwd: overlay.folder,
      env: { PATH: process.env["PATH"] ?? "" },
      output: { kind: "memory", capBytes: 1_000 },
      tree: "group",
    });
    expect(await inside(overlay, rights)).toBe(usual.stdout.toString());
  });

  test("are not started where the folder is gone, and that is no success", async () => {
    const overlay = scene();
    expect(await inside({ ...overlay, lower: [overlay.lower[0], "/nonexistent"] }, "echo no", overlay.work)).toMatch(
      /nonexistent.*"code":(?:2|125)/s,
    );
  });
});
