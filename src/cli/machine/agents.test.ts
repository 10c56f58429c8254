import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import type { AgentsView } from "../../api/contract/agents.ts";

const put = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
};

/** A user who has one agent installed, and stands in a repository. */
function makeDesk(): { readonly agents: string; readonly theirs: string; readonly bin: string } {
  const folder = tempFolder();
  const repository = makeRepository();
  const bin = join(folder, "bin");
  put(join(bin, "claude"), "#!/bin/sh\necho '1.0.7 (Claude Code)'\n", 0o755);
  for (const [name, value] of Object.entries({
    TUTTI_HOME: join(folder, "home"),
    XDG_CONFIG_HOME: folder,
    PATH: `${bin}:/usr/bin:/bin`,
    ANTHROPIC_API_KEY: "",
  }))
    vi.stubEnv(name, value);
  vi.spyOn(process, "cwd").mockReturnValue(repository.path);
  return { agents: join(folder, "tutti", "agents"), theirs: join(repository.path, ".tutti", "agents"), bin };
}

test("tutti agents list has every agent, its origin, whether it was verified, and the version that is installed", async () => {
  const { agents } = makeDesk();
  put(join(agents, "mine.yaml"), "kind: cli\nexecutable: nowhere-to-be-found\n");
  const { code, out } = await tutti("agents", "list");
  expect(code).toBe(0);
  expect(out).toMatch(/^NAME +KIND +ORIGIN +VERIFIED +INSTALLED$/m);
  expect(out).toMatch(/^claude +cli +built-in +\d+\.\d+\.\d+ +1\.0\.7$/m);
  expect(out).toMatch(/^goose +cli +built-in +not verified +/m);
  expect(out).toMatch(/^mine +cli +user +not verified +–$/m);
});

test("a model behind an API is not reported as working before a check asked it", async () => {
  makeDesk();
  vi.stubEnv("OPENAI_API_KEY", "");
  const { out } = await tutti("agents", "list");
  expect(out).toMatch(/^ollama +http +built-in .* +not asked$/m);
  expect(out).toMatch(/^openai +http +built-in .* +–$/m);
  expect((await tutti("agents", "check", "ollama")).out).toContain("Whether its server answers was not asked.");
});

test("tutti agents check reports the login of a named agent, and that it is another version", async () => {
  makeDesk();
  const { code, out } = await tutti("agents", "check", "claude-code");
  expect(code).toBe(0);
  expect(out).toContain("ok   claude: Claude Code (cli, built-in, ");
  expect(out).toContain("login: Your own");
  expect(out).toMatch(/Verified with .* this is another version/);
  vi.stubEnv("ANTHROPIC_API_KEY", "k-12345678");
  const withKey = await tutti("agents", "check", "claude");
  expect(withKey.out).toContain("login: The key in ANTHROPIC_API_KEY, in a home of its own.");
  expect(withKey.out).not.toContain("k-12345678");
});

test("an agent that was named and does not work makes the exit code 1; without a name not all agents have to work", async () => {
  const { agents } = makeDesk();
  put(join(agents, "mine.yaml"), "kind: cli\nexecutable: nowhere-to-be-found\n");
  expect(await tutti("agents", "check", "mine")).toMatchObject({
    code: 1,
    out: 'bad  mine: mine (cli, user)\n     → There is no "nowhere-to-be-found" on the PATH: install it, or name its path in a profile.',
  });
  expect((await tutti("agents", "check")).code).toBe(0);
});

test("a profile that is not valid is told with its place, and the others are still checked", async () => {
  const { agents } = makeDesk();
  put(join(agents, "bad.yaml"), "kind: cli\nexecutable: a\nprompts: stdin\n");
  const { code, out, err } = await tutti("agents", "check", "claude");
  expect([code, err]).toEqual([1, `${join(agents, "bad.yaml")}:3:1 prompts: unknown key; did you mean "prompt"?`]);
  expect(out).toContain("ok   claude");
});

test("a name that no agent has is an error that knows a near one", async () => {
  makeDesk();
  expect((await tutti("agents", "check", "claud")).err).toContain('there is no agent "claud"; did you mean "claude"?');
});

test("a program of the project's is run only for who names the agent", async () => {
  const { theirs, bin } = makeDesk();
  const mark = join(bin, "ran");
  put(join(theirs, "run"), `#!/bin/sh\ntouch ${mark}\necho 3.1\n`, 0o755);
  put(join(theirs, "theirs.yaml"), "kind: cli\nexecutable: ./run\n");
  expect((await tutti("agents", "list")).out).toMatch(/^theirs +cli +project +not verified +not asked$/m);
  expect(existsSync(mark)).toBe(false);
  expect((await tutti("agents", "check", "theirs")).out).toContain(`${join(theirs, "run")} 3.1`);
  expect(existsSync(mark)).toBe(true);
});

test("as JSON it has all there is to know", async () => {
  const { bin } = makeDesk();
  const { out } = await tutti("agents", "check", "claude", "openai", "--json");
  const { agents, problems } = JSON.parse(out) as AgentsView;
  expect(problems).toEqual([]);
  expect(agents).toMatchObject([
    {
      name: "claude",
      kind: "cli",
      origin: "built-in",
      program: join(bin, "claude"),
      version: "1.0.7",
      abilities: ["events", "sessions", "usage", "budget"],
    },
    { name: "openai", kind: "http", program: null, version: null, login: "The key in OPENAI_API_KEY." },
  ]);
});
