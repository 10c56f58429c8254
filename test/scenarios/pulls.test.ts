import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stringify } from "yaml";
import { tutti } from "../kit/command-line.ts";
import { commitFirst } from "../kit/first-commit.ts";
import { tempFolder } from "../kit/folders.ts";
import { type FakeForge, type FakePull, startForge } from "../kit/forge-server.ts";
import { gitIn } from "../kit/git.ts";
import { itLong } from "../kit/long.ts";
import { beginRepository } from "../kit/new-repository.ts";

const name = "acme/next.js";
const scores = { correctness: 90, tests: 80, security: 100, documentation: 80, acceptance: 100 };
const minor = { severity: "minor", category: "tests", file: "new.txt", line: 1, text: "no test, @all" };
/** Approves of a change with the word `good`, and says what it has seen of the change. */
const critic = `asked=$(cat)
case "$asked" in *"1 + good"*) more='${JSON.stringify(minor)}';; *) more='${JSON.stringify({ ...minor, severity: "blocker" })}';; esac
printf '{"scores": %s, "comments": [%s], "summary": "seen"}' '${JSON.stringify(scores)}' "$more"
`;

let forge: FakeForge;
let bare: string;
let pull: FakePull;

/** A server with one pull request, whose branch adds `new.txt`, and a person without a checkout. */
beforeEach(async () => {
  const root = tempFolder();
  const source = join(root, "source");
  mkdirSync(join(source, ".tutti/agents"), { recursive: true });
  beginRepository(source);
  const profile = stringify({ kind: "cli", executable: "sh", args: ["critic.sh"], prompt: "stdin" });
  const files = { "a.txt": "a\n", "critic.sh": critic, ".tutti/agents/critic.yaml": profile };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(source, path), text);
  commitFirst({ folder: source, format: "sha1" }, Object.keys(files), "begin");
  const at = (): string => gitIn(source, ["rev-parse", "HEAD"]).trim();
  const fork = at();
  gitIn(source, ["checkout", "-q", "-b", "topic"]);
  writeFileSync(join(source, "new.txt"), "good\n");
  gitIn(source, ["add", "."]);
  gitIn(source, ["commit", "-q", "-m", "add new"]);
  const sha = at();
  gitIn(source, ["checkout", "-q", "main"]);
  gitIn(source, ["commit", "-q", "--allow-empty", "-m", "meanwhile"]);
  forge = await startForge(name);
  forge.gitRoot = join(root, "server");
  bare = join(forge.gitRoot, `${name}.git`);
  mkdirSync(dirname(bare), { recursive: true });
  gitIn(root, ["clone", "-q", "--bare", source, bare]);
  gitIn(bare, ["config", "http.receivepack", "true"]);
  expect(fork).not.toBe(at());
  pull = forge.pull({ from: name, branch: "topic", sha, baseSha: at(), title: "Add new", body: "Something new." });
  vi.stubEnv("TUTTI_HOME", join(root, "home"));
  vi.stubEnv("TUTTI_LOCAL", "1");
  vi.stubEnv("GITHUB_SERVER_URL", forge.url);
  vi.stubEnv("GH_ENTERPRISE_TOKEN", forge.token);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const subjects = (branch: string): readonly string[] => gitIn(bare, ["log", "--format=%s", branch]).trim().split("\n");

it("a task on a pull request gives its agent what was said of it, and lands on its branch", async () => {
  pull.remarks.push({ id: 1, by: "ada", text: "script:\nappend new.txt better\nnotes:", path: "new.txt", line: 1 });
  const end = await tutti("task", "--pr", `${name}#1`, "--agent", "scripted");
  expect([end.code, end.err.includes("topic")]).toEqual([0, true]);
  expect(gitIn(bare, ["show", "topic:new.txt"])).toBe("good\nbetter");
  expect(subjects("topic")[0]).toBe(`chore: Address the review of ${name}#1: Add new`);
  expect(subjects("main")[0]).toBe("meanwhile");
});

it("a review of a pull request shows points and comments, changes nothing, and comments once where that is asked for", async () => {
  const asked = ["task", "--pr", `${forge.url}/${name}/pull/1`, "--review", "--reviewer", "critic", "--comment"];
  const end = await tutti(...asked, "--validate", "test -f new.txt");
  expect(end.out).toContain(
    "The review: approved, 89 of 100 (correctness 90, tests 80, security 100, documentation 80, acceptance 100)",
  );
  expect(end.out).toContain("[minor] new.txt:1 (tests): no test, @all");
  expect([end.code, subjects("topic")[0], pull.remarks.length]).toEqual([0, "add new", 1]);
  expect(pull.remarks[0]?.text).toContain("no test, @\u200ball");
  expect((await tutti(...asked)).err).toContain("is not again");
  expect(pull.remarks).toHaveLength(1);
});

itLong(
  "a pull request that its reviewer does not approve of, or whose validation fails, ends with exit code 1",
  async () => {
    const asked = ["task", "--pr", `${name}#1`, "--review", "--agent", "critic"];
    expect((await tutti(...asked, "--validate", "test -f other.txt")).code).toBe(1);
    pull.sha = gitIn(bare, ["rev-parse", "main"]).trim();
    gitIn(bare, ["update-ref", "refs/heads/topic", pull.sha]);
    const end = await tutti(...asked);
    expect([end.code, end.out.includes("1 blocker")]).toEqual([1, true]);
  },
);

it.each([
  ["has nothing to do", [`${name}#1`], "neither comments nor failed checks"],
  ["is not there", [`${name}#9`], "not found"],
  ["is of no repository", ["7", "--repo", tempFolder()], "names a pull request of no repository"],
  ["is to land elsewhere", [`${name}#1`, "--target", "main"], "--target does not go with"],
])("a task on a pull request that %s is refused before anything starts", async (_, words, why) => {
  const end = await tutti("task", "--agent", "scripted", "--pr", ...words);
  expect([end.code === 0, end.err.toLowerCase().includes(why.toLowerCase())]).toEqual([false, true]);
});

it("a merged pull request is refused, and a word that names none is a prompt", async () => {
  pull.state = "merged";
  expect((await tutti("task", "--pr", `${name}#1`, "fix it")).err).toContain(`${name}#1 is merged`);
  const shown = await tutti(
    "task",
    "--agent",
    "scripted",
    "--pr",
    "create b.txt b",
    "--repo",
    `${forge.url}/${name}.git`,
    "-n",
  );
  expect([shown.code, shown.out.includes("create b.txt b")]).toEqual([0, true]);
});
