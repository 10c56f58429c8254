import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { launchd, systemd, type Unit, unitOf } from "./supervisor.ts";

const odd = `/home/ada & "co"/100% $HOME\\<x>`;
const unit: Unit = {
  argv: ["/usr/bin/env", odd, "start", "--foreground"],
  env: { PATH: "/bin", TUTTI_HOME: odd },
  stopMs: 45_000,
  printed: odd,
};
const analyze = "systemd-analyze";
const hasAnalyze = spawnSync(analyze, ["--version"]).status === 0;

describe("a systemd unit", () => {
  it("has what keeps a conductor running, and lets it stop in order", () => {
    const keys = systemdKeys(systemd.text(unit));
    expect(keys).toMatchObject({
      "Service.Type": "simple",
      "Service.Restart": "on-failure",
      "Service.KillMode": "mixed",
      "Service.TimeoutStopSec": "45",
      "Service.ExecReload": "/bin/kill -HUP $MAINPID",
      "Install.WantedBy": "default.target",
    });
    expect(keys["Service.ExecStart"]).toMatch(/ "start" "--foreground"$/);
  });

  it("says a path with odd characters as systemd reads it", () => {
    const keys = systemdKeys(systemd.text(unit));
    expect(keys["Service.ExecStart"]).toContain(String.raw`"/home/ada & \"co\"/100%% $$HOME\\<x>"`);
    expect(keys["Service.Environment"]).toContain(String.raw`"TUTTI_HOME=/home/ada & \"co\"/100%% $HOME\\<x>"`);
  });

  it.skipIf(!hasAnalyze)("is one that systemd takes", () => {
    const path = join(tempFolder(), "tutti.service");
    writeFileSync(path, systemd.text({ ...unit, argv: [process.execPath, "/x y", "start"] }));
    const { stderr, status } = spawnSync(analyze, ["--user", "verify", path], {
      encoding: "utf8",
      env: { ...process.env, XDG_RUNTIME_DIR: tempFolder() },
    });
    expect({ status, about: stderr.split("\n").filter((line) => line.includes("tutti.service")) }).toEqual({
      status: 0,
      about: [],
    });
  });

  it("lies where the user's own manager looks", () => {
    expect(systemd.path({ HOME: "/home/ada" })).toBe("/home/ada/.config/systemd/user/tutti.service");
    expect(systemd.path({ HOME: "/home/ada", XDG_CONFIG_HOME: "/cfg" })).toBe("/cfg/systemd/user/tutti.service");
  });
});

describe("a launchd agent", () => {
  it("is well-formed, for any path", () => {
    const text = launchd.text(unit);
    expect(openElements(text)).toEqual([]);
    expect(text).toContain('<string>/home/ada &amp; "co"/100% $HOME\\&lt;x&gt;</string>');
    expect(text).toMatch(/<key>ExitTimeOut<\/key>\s*<integer>45<\/integer>/);
    expect(text).toMatch(/<key>SuccessfulExit<\/key>\s*<false\/>/);
  });

  it("lies where launchd looks", () => {
    expect(launchd.path({ HOME: "/Users/ada" })).toBe("/Users/ada/Library/LaunchAgents/tutti.conductor.plist");
  });
});

it("a service starts this very Tutti, with the PATH that agents are found on", () => {
  const { argv, env, stopMs } = unitOf({ env: { PATH: "/my/bin" }, home: "/h", graceMs: 30_000, printed: "/p" });
  expect(argv).toEqual([process.execPath, join(import.meta.dirname, "../../../bin/tutti"), "start", "--foreground"]);
  expect(env).toEqual({ PATH: "/my/bin", TUTTI_HOME: "/h" });
  expect(stopMs).toBeGreaterThan(30_000);
});

/** `Section.Key` → value; those that are said more than once in one string. */
function systemdKeys(text: string): Readonly<Record<string, string>> {
  const keys: Record<string, string> = {};
  let section = "";
  for (const line of text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))) {
    const [, name, key, value] = /^(?:\[(\w+)\]|(\w+)=(.*))$/.exec(line) ?? [];
    if (name === undefined && key === undefined) throw new TypeError(`no line of a unit: ${line}`);
    if (name !== undefined) section = name;
    else keys[`${section}.${key!}`] = `${keys[`${section}.${key!}`] ?? ""}${value!}`;
  }
  return keys;
}

/** Elements that are not closed, in a text whose tags are all written out; throws for one that closes another. */
function openElements(text: string): readonly string[] {
  const open: string[] = [];
  for (const [, slash, name, end] of text.replace(/<[?!][^>]*>/g, "").matchAll(/<(\/?)(\w+)[^<>]*?(\/?)>/g)) {
    if (end === "/") continue;
    if (slash === "") open.push(name!);
    else if (open.pop() !== name) throw new TypeError(`</${name!}> closes another`);
  }
  return open;
}
