import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { reportError } from "../report-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { checkConfig, configPath, setConfig, showConfig } from "./config.ts";

let user = "";
let project = "";

beforeEach(() => {
  const folder = tempFolder();
  const checkout = join(folder, "checkout");
  mkdirSync(join(checkout, ".git"), { recursive: true });
  vi.stubEnv("XDG_CONFIG_HOME", folder);
  vi.spyOn(process, "cwd").mockReturnValue(checkout);
  [user, project] = [join(folder, "tutti", "config.yaml"), join(checkout, "tutti.config.yaml")];
});

async function said(
  command: (terminal: Terminal) => Promise<number>,
): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const plain = (text: string): string => text;
  const to = (lines: string[]) => (line: string) => void lines.push(line);
  const colours = { green: plain, red: plain, yellow: plain, dim: plain, bold: plain };
  const terminal: Terminal = {
    out: to(out),
    err: to(err),
    raw: to(err),
    isLive: false,
    columns: () => 80,
    rows: () => 24,
    ...colours,
  };
  const code = await command(terminal).catch((error: unknown) => reportError(terminal, error, false));
  return { code, out: out.join("\n"), err: err.join("\n") };
}

describe("tutti config set", () => {
  const set = (key: string, value: string, options: { project?: true } = {}) =>
    said((terminal) => setConfig(terminal, { key, value, ...options }));

  test("writes the user's file, and what show says comes from there", async () => {
    expect(await set("conductor.idle_exit", "90m")).toMatchObject({
      code: 0,
      out: `conductor.idle_exit: 90m in ${user}`,
    });
    expect(statSync(user).mode & 0o777).toBe(0o600);
    const rows = JSON.parse((await said((terminal) => showConfig(terminal, { json: true }))).out) as readonly {
      key: string;
    }[];
    expect(rows.find(({ key }) => key === "conductor.idle_exit")).toEqual({
      key: "conductor.idle_exit",
      value: "90m",
      origin: "user",
      where: user,
    });
  });

  test("keeps comments, the mode and a link", async () => {
    const target = join(tempFolder(), "dotfiles.yaml");
    writeFileSync(target, "# mine\nparallel: 2 # few\n");
    chmodSync(target, 0o640);
    mkdirSync(join(user, ".."));
    symlinkSync(target, user);
    expect((await set("parallel", "3")).code).toBe(0);
    expect(readFileSync(target, "utf8")).toBe("# mine\nparallel: 3 # few\n");
    expect([lstatSync(user).isSymbolicLink(), statSync(target).mode & 0o777]).toEqual([true, 0o640]);
    expect(readdirSync(join(target, ".."))).toEqual(["dotfiles.yaml"]);
  });

  test("takes the word for nothing", async () => {
    await set("conductor.idle_exit", "never");
    expect(readFileSync(user, "utf8")).toBe("conductor:\n  idle_exit: never\n");
  });

  test.each([
    ["parallell", "8", "unknown key; did you mean parallel?"],
    ["parallel", "0", "must be a whole number from 1 to 1000"],
    ["conductor.grace", "soon", "must be a duration"],
  ])("refuses %s %s and writes nothing", async (key, value, why) => {
    const { code, err } = await set(key, value);
    expect([code, err, existsSync(user)]).toEqual([2, expect.stringContaining(`${key} ${why}`), false]);
  });

  test("writes a project's file at the top of the checkout, and only what is about a project", async () => {
    expect((await set("parallel", "8", { project: true })).code).toBe(0);
    expect(readFileSync(project, "utf8")).toBe("parallel: 8\n");
    expect(await set("conductor.grace", "8s", { project: true })).toMatchObject({
      code: 2,
      err: expect.stringContaining("leave out --project") as string,
    });
    expect(readFileSync(project, "utf8")).toBe("parallel: 8\n");
  });

  test("leaves a file alone that is wrong already", async () => {
    writeFileSync(project, "paralel: 8\n");
    expect(await set("parallel", "8", { project: true })).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${project}:1:1`) as string,
    });
    expect(readFileSync(project, "utf8")).toBe("paralel: 8\n");
  });
});

test("tutti config show tells every key, its value and who said so", async () => {
  writeFileSync(project, "parallel: 8\n");
  vi.stubEnv("TUTTI_TRASH_GB", "3");
  const { code, out } = await said((terminal) => showConfig(terminal, {}));
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(String.raw`^parallel +8 +project ${project}$`, "m"));
  expect(out).toMatch(/^cleanup\.trash_size +3GB +environment TUTTI_TRASH_GB$/m);
  expect(out).toMatch(/^conductor\.max_sheets +auto +built-in$/m);
});

test("tutti config path tells which files are read, and whether they are there", async () => {
  writeFileSync(project, "parallel: 8\n");
  expect((await said((terminal) => configPath(terminal, {}))).out).toBe(
    `${user}  (user, not there)\n${project}  (project)`,
  );
});

describe("tutti config check", () => {
  test("is silent about settings that are right", async () => {
    expect(await said((terminal) => checkConfig(terminal, {}))).toEqual({
      code: 0,
      out: "",
      err: "the settings are valid",
    });
  });

  test("tells all that is wrong here, and exits with 2", async () => {
    writeFileSync(project, "paralel: 8\n");
    vi.stubEnv("TUTTI_TRASH_GB", "lots");
    expect(await said((terminal) => checkConfig(terminal, {}))).toEqual({
      code: 2,
      out: `${project}:1:1 paralel: unknown key; did you mean parallel?\nTUTTI_TRASH_GB is "lots"; it must be a number of gigabytes, such as 10 or 0.5`,
      err: "2 problems",
    });
  });

  test("takes a file by its name for one of a project or the user's", async () => {
    const folder = tempFolder();
    const [theirs, mine] = [join(folder, "tutti.config.yaml"), join(folder, "new.yaml")];
    for (const path of [theirs, mine]) writeFileSync(path, "conductor: { grace: 1s }\n");
    const check = async (file: string) => (await said((terminal) => checkConfig(terminal, { file }))).code;
    expect([await check(theirs), await check(mine), await check(join(folder, "none.yaml"))]).toEqual([2, 0, 2]);
  });
});
