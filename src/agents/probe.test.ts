import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { realWorld } from "../base/world/real-world.ts";
import { processGroup } from "../process/tree/containment.ts";
import { makeRunProcess } from "../process/run/run.ts";
import { tempFolder } from "../../test/kit/folders.ts";
import { profileFrom } from "../../test/kit/profiles.ts";
import { type AgentFindings, probeAgent } from "./probe.ts";

const run = makeRunProcess({ containment: processGroup, owner: "probe.1", clock: realWorld });

function program(script: string, mode = 0o755): { readonly folder: string; readonly path: string } {
  const folder = tempFolder();
  const path = join(folder, "agent");
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, mode);
  return { folder, path };
}

const probe = (text: string, env: Record<string, string>, mayRun = true): Promise<AgentFindings> =>
  probeAgent(profileFrom(text), { run, env, mayRun });
const cli = "kind: cli\nexecutable: agent\nverified: { version: 1.2.3, date: 2026-01-01 }\n";

test("an agent on the client's PATH is found, with its version", async () => {
  const { folder, path } = program("echo 'warning 9.9' >&2; echo agent-cli 1.2.3");
  expect(await probe(cli, { PATH: `${folder}:/bin` })).toEqual({
    program: path,
    version: "1.2.3",
    login: "Your own: the one that the program has when you run it yourself.",
    problems: [],
    notes: [],
  });
});

test("an unverified version is reported, and so is an unverified profile", async () => {
  const env = { PATH: `${program("echo 2.0.0-beta.1").folder}:/bin` };
  expect(await probe(cli, env)).toMatchObject({
    version: "2.0.0-beta.1",
    problems: [],
    notes: ["Verified with 1.2.3 (2026-01-01); this is another version."],
  });
  expect((await probe("kind: acp\nexecutable: agent\n", env)).notes[0]).toMatch(/^Not verified/);
});

test("an obstacle of an agent is reported with its fix", async () => {
  expect((await probe(cli, { PATH: tempFolder() })).problems).toEqual([
    'There is no "agent" on the PATH: install it, or name its path in a profile.',
  ]);
  expect((await probe(cli, { PATH: program("", 0o644).folder })).problems).toEqual([
    '"agent" may not be run: make it executable.',
  ]);
  const { folder, path } = program("exit 3");
  expect((await probe(cli, { PATH: `${folder}:/bin` })).problems).toEqual([
    `"${path} --version" does not work (it ended with 3): run it yourself to see why.`,
  ]);
});

test("an agent that can say so is asked whether it has a login, unless a key does", async () => {
  const text = `${cli}login: { args: [login, status], how: Log in. }\nhome: { own: auto, auth: [AGENT_KEY], variables: {} }\n`;
  const asked = async (code: number, env: Record<string, string> = {}): Promise<boolean | undefined> => {
    const { folder } = program(`[ "$1" = login ] && exit ${String(code)}; echo 1.2.3`);
    const found = await probe(text, { PATH: `${folder}:/bin`, ...env });
    expect(found.notes.length).toBe(found.isLoggedIn === false ? 1 : 0);
    return found.isLoggedIn;
  };
  expect([await asked(0), await asked(1), await asked(2), await asked(1, { AGENT_KEY: "k" })]).toEqual([
    true,
    false,
    undefined,
    undefined,
  ]);
});

test("without a login that it needs, an agent can't work", async () => {
  const needs = (more: string): string =>
    `${cli}login: { args: [login, status], needed: true, how: Log in., ${more} }\n`;
  const { folder } = program('[ "$1" = login ] && exit 1; echo 1.2.3');
  const problems = async (text: string, env: Record<string, string> = {}): Promise<readonly string[]> =>
    (await probe(text, { PATH: `${folder}:/bin`, ...env })).problems;
  expect(await problems(needs(""))).toEqual(["It has no login. Log in."]);
  expect(await problems(needs("since: 1.2.3"))).toHaveLength(1);
  expect(await problems(needs("since: 1.2.10"))).toEqual([]);
  expect(await problems(needs("unless: [OTHER_*]"), { OTHER_KEY: "k" })).toEqual([]);
});

test("where a login lies in files, and there is none of them, an agent has no login", async () => {
  const home = tempFolder();
  const text = `${cli}login: { files: [~/.agent/login.json, .env], needed: true, how: Log in. }\n`;
  const env = { PATH: `${program("echo 1.2.3").folder}:/bin`, HOME: home };
  const problems = async (checkout: string): Promise<number> =>
    (await probeAgent(profileFrom(text), { run, env, mayRun: true, folder: checkout })).problems.length;
  const withKey = tempFolder();
  writeFileSync(join(withKey, ".env"), "KEY=k\n");
  expect([await problems(home), await problems(withKey)]).toEqual([1, 0]);
  mkdirSync(join(home, ".agent"));
  writeFileSync(join(home, ".agent/login.json"), "{}");
  expect(await problems(tempFolder())).toBe(0);
});

test("a program that the project names is not run unbidden", async () => {
  const { folder } = program(`touch ${tempFolder()}/ran; echo 1.2.3`);
  const mark = join(folder, "ran");
  writeFileSync(join(folder, "agent"), `#!/bin/sh\ntouch ${mark}\n`);
  const findings = await probe(cli, { PATH: `${folder}:/bin` }, false);
  expect([findings.version, findings.problems, existsSync(mark)]).toEqual([null, [], false]);
  expect(findings.notes[0]).toContain("tutti agents check agent");
});

test("the login is told: a key and a home of its own, or the user's", async () => {
  const text = `${cli}home: { auth: [A_KEY], variables: { A_HOME: . } }\n`;
  expect((await probe(text, { A_KEY: "k" })).login).toBe("The key in A_KEY, in a home of its own.");
  expect((await probe(text, {})).login).toMatch(/^Your own/);
});

test("a model behind an API needs its key, and no address is asked", async () => {
  const http = "kind: http\napi: openai\nbase_url: http://127.0.0.1:1\nkey_variable: A_KEY\n";
  expect((await probe(http, {})).problems).toEqual(["A_KEY is not set: export it where you start jobs."]);
  expect(await probe(http, { A_KEY: "k" })).toMatchObject({
    login: "The key in A_KEY.",
    problems: [],
    notes: [/was not asked/, /has to name one/, /^Not verified/].map(like),
  });
});

function like(pattern: RegExp): string {
  return expect.stringMatching(pattern) as string;
}
