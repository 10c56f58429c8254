import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePipes, tempFolder } from "../../test/kit/folders.ts";
import { lookAtSettings, readSettings } from "./read.ts";

/** A machine with a user's file, and a checkout with a project's. */
function ground(files: { user?: string; project?: string } = {}) {
  const folder = tempFolder();
  const checkout = join(folder, "checkout");
  const deep = join(checkout, "src", "deep");
  mkdirSync(join(folder, "tutti"));
  mkdirSync(deep, { recursive: true });
  mkdirSync(join(checkout, ".git"));
  const [userPath, projectPath] = [join(folder, "tutti", "config.yaml"), join(checkout, "tutti.config.yaml")];
  if (files.user !== undefined) writeFileSync(userPath, files.user);
  if (files.project !== undefined) writeFileSync(projectPath, files.project);
  return { env: { XDG_CONFIG_HOME: folder }, project: deep, userPath, projectPath };
}

test("a machine without any file has the defaults", async () => {
  const { env, project, userPath, projectPath } = ground();
  const { settings, rows, files } = await readSettings({ env, project });
  expect(settings).toMatchObject({
    parallel: null,
    containment: "auto",
    "conductor.idle_exit": 1_800_000,
    "cleanup.age_days": 7,
  });
  expect(new Set(rows.map(({ origin }) => origin))).toEqual(new Set(["built-in"]));
  expect(files).toEqual([
    { level: "user", path: userPath, isThere: false },
    { level: "project", path: projectPath, isThere: false },
  ]);
});

test("the project goes before the user, the environment before both, a flag before all", async () => {
  const { env, project, userPath, projectPath } = ground({
    user: "parallel: 2\nconductor: { grace: 5s }\n",
    project: "parallel: 3\n",
  });
  const rowOf = async (more: Partial<Parameters<typeof readSettings>[0]>) =>
    (await readSettings({ env, project, ...more })).rows.find(({ key }) => key === "parallel");
  const louder = { env: { ...env, TUTTI_PARALLEL: "4" } };
  expect(await rowOf({ project: null })).toEqual({ key: "parallel", value: 2, origin: "user", where: userPath });
  expect(await rowOf({})).toEqual({ key: "parallel", value: 3, origin: "project", where: projectPath });
  expect(await rowOf(louder)).toEqual({ key: "parallel", value: 4, origin: "environment", where: "TUTTI_PARALLEL" });
  expect(await rowOf({ ...louder, flags: [{ key: "parallel", text: "5", option: "--parallel" }] })).toEqual({
    key: "parallel",
    value: 5,
    origin: "flag",
    where: "--parallel",
  });
  expect((await readSettings({ env, project })).settings["conductor.grace"]).toBe(5000);
});

test("a stronger word may also be that there is none", async () => {
  const { env, project } = ground({ user: "parallel: 2\n", project: "parallel: score\n" });
  expect((await readSettings({ env, project })).settings.parallel).toBeNull();
});

test("what is wrong in any place is told together, and nothing is applied", async () => {
  const { env, project, userPath, projectPath } = ground({ user: "paralel: 2\n", project: "parallel: many\n" });
  await expect(readSettings({ env: { ...env, TUTTI_KEEP_FAILED: "maybe" }, project })).rejects.toMatchObject({
    code: "config.invalid",
    message: expect.stringMatching(
      new RegExp(
        String.raw`${userPath}:1:1 .*\n.*${projectPath}:1:11 .*\n.*TUTTI_KEEP_FAILED is "maybe"; it must be one of true`,
      ),
    ) as string,
  });
});

test.each([
  ["TUTTI_DISK_FLOOR_GB", "10GB", "a number of gigabytes, such as 10 or 0.5"],
  ["TUTTI_CLEANUP_AGE_DAYS", "-7", "a number of days, such as 7 or 0.5"],
  ["TUTTI_CLEANUP_MAX_CONTEXTS", "2.5", "a whole number, such as 20"],
  ["TUTTI_KEEP_FAILED", "maybe", "one of true, false, yes, no, 1, 0"],
])("%s=%s is refused by name", async (name, text, wanted) => {
  const { env } = ground();
  await expect(readSettings({ env: { ...env, [name]: text }, project: null })).rejects.toMatchObject({
    code: "settings.invalid",
    message: `${name} is "${text}"; it must be ${wanted}`,
    hint: `Change it, or unset it to use the default: unset ${name}`,
  });
});

test("variables that are older than the file mean what they meant", async () => {
  const { env } = ground();
  const said = {
    TUTTI_DISK_WARNING_GB: "25",
    TUTTI_DISK_FLOOR_GB: " 0.5 ",
    TUTTI_CLEANUP_MAX_GB: "50",
    TUTTI_KEEP_FAILED: "No",
    TUTTI_TRASH_DAYS: "",
    TUTTI_TRASH_GB: "0.1",
  };
  expect((await readSettings({ env: { ...env, ...said }, project: null })).settings).toMatchObject({
    "limits.disk_warning": 25_000_000_000,
    "limits.disk_floor": 500_000_000,
    "cleanup.max_size": 50_000_000_000,
    "cleanup.keep_failed": false,
    "cleanup.trash_days": 1,
    "cleanup.trash_size": 100_000_000,
  });
});

test("a project's file that is a pipe holds nobody up", async () => {
  const { env, project, projectPath } = ground();
  makePipes(projectPath);
  expect((await lookAtSettings({ env, project })).problems).toEqual([
    { source: "file", where: projectPath, message: "can't be read: it is not a file" },
  ]);
});

test.each([
  ["a megabyte", `# ${"x".repeat(1_000_000)}\n`, "can't be read: it is larger than 256 KiB"],
  ["not UTF-8", Buffer.from([0xff, 0xfe]), "can't be read: it is not UTF-8 text"],
])("a file that is %s is refused", async (_, content, message) => {
  const { env, project, projectPath } = ground();
  writeFileSync(projectPath, content);
  expect((await lookAtSettings({ env, project })).problems).toEqual([{ source: "file", where: projectPath, message }]);
});
