import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { run } from "../../../test/kit/git.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import { locate, type SearchPlace } from "./locate.ts";

const program = { program: "#!/bin/sh\nexit 0\n" };
let root: string;
let place: SearchPlace;
beforeEach(() => {
  root = tempFolder();
  mkdirSync(join(root, "top/pkg/deep"), { recursive: true });
  place = {
    run,
    top: join(root, "top"),
    env: { PATH: `${join(root, "bin")}:/usr/bin:/bin` },
    cancel: new AbortController().signal,
  };
});
const foundAt = async (
  name: string,
  home: Parameters<typeof locate>[1],
  at: SearchPlace = place,
): Promise<readonly string[] | string> => {
  const located = await locate(name, home, at);
  return located.kind === "found" ? located.argv.map((word) => word.replaceAll(root, "")) : located.why;
};

describe("a tool of Node", () => {
  it("is that of the nearest node_modules, up to the top of the repository and no further", async () => {
    writeFiles(root, { "node_modules/.bin/lint": program, "bin/lint": program });
    expect(await foundAt("lint", "node", { ...place, from: join(root, "top/pkg/deep") })).toEqual(["/bin/lint"]);
    writeFiles(root, { "top/node_modules/.bin/lint": program });
    expect(await foundAt("lint", "node", { ...place, from: join(root, "top/pkg/deep") })).toEqual([
      "/top/node_modules/.bin/lint",
    ]);
    writeFiles(root, { "top/pkg/node_modules/.bin/lint": program });
    expect(await foundAt("lint", "node", { ...place, from: join(root, "top/pkg/deep") })).toEqual([
      "/top/pkg/node_modules/.bin/lint",
    ]);
    expect(await locate("lint", "node", place)).toMatchObject({ foundBy: "node_modules/.bin/lint", isIndirect: false });
  });

  it("is asked of npx, which may not install it and looks in the user's checkout, when it is nowhere else", async () => {
    writeFiles(root, { "bin/npx": program });
    expect(await foundAt("lint", "node")).toEqual([
      "/bin/npx",
      "--no-install",
      "--offline",
      "--prefix=/top",
      "--",
      "lint",
    ]);
    expect(await locate("lint", "node", place)).toMatchObject({ foundBy: "npx --no-install lint", isIndirect: true });
  });
});

describe("a tool of Python", () => {
  it("is that of .venv, venv, the active environment, PATH, in this order", async () => {
    const env = { ...place.env, VIRTUAL_ENV: join(root, "active") };
    for (const folder of ["/bin", "/active/bin", "/top/venv/bin", "/top/.venv/bin"]) {
      writeFiles(root, { [`.${folder}/lint`]: program });
      expect(await foundAt("lint", "python", { ...place, env })).toEqual([`${folder}/lint`]);
    }
  });

  it("is asked of uv where there is a lock file and an environment: uv would make one", async () => {
    writeFiles(root, { "bin/uv": program });
    const missing = await foundAt("lint", "python");
    writeFiles(root, { "top/uv.lock": "" });
    expect([await foundAt("lint", "python"), missing].map(String)).toEqual([
      expect.not.stringContaining("uv"),
      expect.not.stringContaining("uv"),
    ]);
    mkdirSync(join(root, "top/.venv"));
    expect(await foundAt("lint", "python")).toEqual(["/bin/uv", "run", "--no-sync", "--project=/top", "--", "lint"]);
  });

  it("is that of the environment that poetry has for the user's checkout", async () => {
    writeFiles(root, {
      "bin/poetry": { program: `#!/bin/sh\n[ "$*" = "env info --path" ] && pwd >&2 && echo "${root}/envs/a"\n` },
      "top/poetry.lock": "",
    });
    expect(await foundAt("lint", "python")).toContain("poetry's environment");
    writeFiles(root, { "envs/a/bin/lint": program });
    expect(await foundAt("lint", "python")).toEqual(["/envs/a/bin/lint"]);
  });
});

describe("PATH", () => {
  it("is looked at without its relative and empty entries: they would mean the folder that an agent works in", async () => {
    expect(await foundAt("sh", "path", { ...place, env: { PATH: ":.:bin:usr/bin" } })).toBe(
      '"sh" was not found: looked in PATH',
    );
    expect(await foundAt("sh", "path", { ...place, env: { PATH: ":.:bin:/bin" } })).toEqual(["/bin/sh"]);
  });

  it("is not left by a name with a slash", async () => {
    writeFiles(root, { "bin/lint": program, "top/lint": program, "top/node_modules/.bin/x": program });
    for (const home of ["node", "python", "path", "any"] as const)
      expect(await foundAt("../lint", home)).toContain("was not found");
  });
});

it("a program that is there and may not be run is not found; what is missing says what to do", async () => {
  writeFiles(root, { "top/node_modules/.bin/lint": "no program", "top/.venv/bin/lint": "no program" });
  expect(await locate("lint", "any", place)).toEqual({
    kind: "missing",
    why: '"lint" was not found: looked in node_modules/.bin, .venv/bin, venv/bin, PATH',
    hint: "Install lint, and see that it is on PATH",
  });
});
