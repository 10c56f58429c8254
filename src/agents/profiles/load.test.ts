import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { codeOf, messageOf } from "../../base/error.ts";
import { makePipes, tempFolder } from "../../../test/kit/folders.ts";
import { lookAtProfiles, readProfiles } from "./load.ts";
import type { ProfileSources } from "./folder.ts";

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const cli = (executable: string): string => `kind: cli\nexecutable: ${executable}\n`;

/** A user's folder and a project of theirs. */
function places(): ProfileSources & { readonly user: string; readonly theirs: string; readonly project: string } {
  const [config, project] = [tempFolder(), tempFolder()];
  mkdirSync(join(project, ".git"));
  return {
    env: { XDG_CONFIG_HOME: config },
    project,
    user: join(config, "tutti", "agents"),
    theirs: join(project, ".tutti", "agents"),
  };
}

test("every built-in profile is sound, and the four that were run are marked with the version", async () => {
  const shelf = await readProfiles({ ...places(), project: null });
  expect(shelf.names()).toEqual([
    "aider",
    "anthropic",
    "claude",
    "codex",
    "copilot",
    "cursor",
    "gemini",
    "gemini-acp",
    "goose",
    "ollama",
    "openai",
    "opencode",
    "opencode-acp",
    "recursive_light",
  ]);
  const verified = shelf.all().filter(({ profile }) => profile.verified !== null);
  expect(verified.map(({ profile }) => profile.name)).toEqual([
    "claude",
    "codex",
    "gemini",
    "gemini-acp",
    "opencode",
    "opencode-acp",
  ]);
  for (const { profile } of shelf.all())
    expect([profile.name, profile.description]).toEqual([profile.name, expect.stringMatching(/\.$/)]);
});

test.each([
  ["claude-code", "claude"],
  ["claude_cli", "claude"],
  ["codex-cli", "codex"],
  ["gemini-cli", "gemini"],
  ["cursor-agent", "cursor"],
])("%s is another name for %s", async (alias, name) => {
  expect((await readProfiles({ ...places(), project: null })).find(alias)?.name).toBe(name);
});

test("the user's profiles come before the built-in ones, and the project's before both, from any folder of it", async () => {
  const { env, project, user, theirs } = places();
  put(join(user, "claude.yaml"), cli("mine"));
  put(join(user, "goose.yml"), cli("mine"));
  put(join(theirs, "claude.yaml"), cli("theirs"));
  put(join(project, "src", "a"), "");
  const shelf = await readProfiles({ env, project: join(project, "src") });
  const seen = shelf
    .all()
    .flatMap(({ profile, origin, path }) => (origin === "built-in" ? [] : [[profile.name, origin, path]]));
  expect(seen).toEqual([
    ["claude", "project", join(theirs, "claude.yaml")],
    ["goose", "user", join(user, "goose.yml")],
  ]);
  expect((await readProfiles({ env, project: null })).find("claude")).toMatchObject({ executable: "mine" });
});

test("a fault of a profile is reported with file, line and column, and a plain look still has the others", async () => {
  const sources = places();
  put(join(sources.user, "good.yaml"), cli("good"));
  put(join(sources.user, "bad.yaml"), "kind: cli\nexecutables: a\n");
  const error: unknown = await readProfiles(sources).catch((thrown: unknown) => thrown);
  expect(codeOf(error)).toBe("agent.bad_profile");
  expect(messageOf(error)).toContain(
    `${join(sources.user, "bad.yaml")}:2:1 executables: unknown key; did you mean "executable"?`,
  );
  const { shelf, problems } = await lookAtProfiles(sources);
  expect(shelf.find("good")).toMatchObject({ executable: "good" });
  expect(problems.every(({ path }) => path === join(sources.user, "bad.yaml"))).toBe(true);
});

test("a link of the project's that leads out of it is not read, one of the user's own is", async () => {
  const sources = places();
  const elsewhere = join(tempFolder(), "secret.yaml");
  put(elsewhere, "password: hunter2\n");
  mkdirSync(sources.theirs, { recursive: true });
  symlinkSync(elsewhere, join(sources.theirs, "link.yaml"));
  const { problems } = await lookAtProfiles(sources);
  expect(problems.map(({ message }) => message)).toEqual([
    `${join(sources.theirs, "link.yaml")}: is a link that leads out of ${sources.project}`,
  ]);
  const dotfiles = join(tempFolder(), "a.yaml");
  put(dotfiles, cli("linked"));
  mkdirSync(sources.user, { recursive: true });
  symlinkSync(dotfiles, join(sources.user, "mine.yaml"));
  expect((await lookAtProfiles(sources)).shelf.find("mine")).toMatchObject({ executable: "linked" });
});

test("a folder of the project's that is a link leads nowhere either", async () => {
  const sources = places();
  const elsewhere = tempFolder();
  put(join(elsewhere, "a.yaml"), cli("a"));
  mkdirSync(join(sources.project, ".tutti"));
  symlinkSync(elsewhere, sources.theirs);
  const { shelf, problems } = await lookAtProfiles(sources);
  expect([shelf.find("a"), problems.length]).toEqual([undefined, 1]);
});

test("a pipe, a folder, a file without end and one that is no text block nothing", async () => {
  const { user, ...sources } = places();
  mkdirSync(join(user, "folder.yaml"), { recursive: true });
  makePipes(join(user, "pipe.yaml"));
  writeFileSync(join(user, "huge.yaml"), "#".repeat(256 * 1024 + 1));
  writeFileSync(join(user, "bytes.yaml"), Buffer.from([0xff, 0xfe]));
  writeFileSync(join(user, ".hidden.yaml"), "nonsense: [");
  writeFileSync(join(user, "notes.txt"), "nonsense: [");
  const { problems } = await lookAtProfiles(sources);
  expect(problems.map(({ message }) => message)).toEqual([
    `${join(user, "bytes.yaml")}: can't be read: it is not UTF-8 text`,
    `${join(user, "folder.yaml")}: can't be read: it is not a file`,
    `${join(user, "huge.yaml")}: can't be read: it is larger than 256 KiB`,
    `${join(user, "pipe.yaml")}: can't be read: it is not a file`,
  ]);
});

test("where there are no profiles but the built-in ones, nothing is wrong", async () => {
  const { problems } = await lookAtProfiles({ env: { XDG_CONFIG_HOME: "/nonexistent" }, project: "/nonexistent" });
  expect(problems).toEqual([]);
});
