import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { parse } from "yaml";
import { makeFixProject } from "../kit/fix-project.ts";
import { tempFolder } from "../kit/folders.ts";
import { type FakeForge, startForge } from "../kit/forge-server.ts";
import { gitIn } from "../kit/git.ts";
import { program } from "../kit/built.ts";
import { itLong } from "../kit/long.ts";
import { type TestRepository, makeRepository } from "../kit/repository.ts";
import { repository } from "../house/tree.ts";

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}
interface Step {
  readonly if: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

const action = parse(readFileSync(join(repository, "action.yml"), "utf8")) as Action;
let forge: FakeForge;
let user: TestRepository;
let origin: string;

beforeEach(async () => {
  forge = await startForge("acme/next.js");
  user = makeRepository({ "a.txt": "a\n" });
  origin = join(tempFolder(), "origin.git");
  user.git("clone", "--quiet", "--bare", user.path, origin);
  user.git("remote", "add", "origin", origin);
});

/** Runs the steps of the action in a checkout as a runner does: conditions, inputs, outputs. */
async function runAction(folder: string, inputs: Readonly<Record<string, string>>, env: object = {}) {
  const output = join(tempFolder(), "output");
  writeFileSync(output, "");
  const given = (name: string): string => inputs[name] ?? action.inputs[name]?.default ?? "";
  const filled = (text: string): string =>
    text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => given(name));
  let code = 0;
  let err = "";
  for (const step of action.runs.steps) {
    const [, name = "", value = ""] = /inputs\.([\w-]+) == '([\w-]+)'/.exec(step.if) ?? [];
    if (given(name) !== value || code !== 0) continue;
    const own = Object.fromEntries(Object.entries(step.env).map(([key, text]) => [key, filled(text)]));
    const child = spawn("bash", ["-e", "-c", step.run], {
      cwd: folder,
      env: {
        PATH: `${join(process.execPath, "..")}:${process.env["PATH"] ?? ""}`,
        HOME: tempFolder(),
        TUTTI_HOME: join(tempFolder(), "home"),
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_AUTHOR_NAME: "ci",
        GIT_AUTHOR_EMAIL: "ci@example.com",
        GIT_COMMITTER_NAME: "ci",
        GIT_COMMITTER_EMAIL: "ci@example.com",
        GITHUB_ACTION_PATH: repository,
        GITHUB_OUTPUT: output,
        GITHUB_REPOSITORY: "acme/next.js",
        GITHUB_API_URL: `${forge.url}/api/v3`,
        ...own,
        ...env,
      },
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.stdout.resume();
    code = await new Promise<number>((resolve) => child.on("close", (end) => resolve(end ?? 1)));
  }
  return { code, err, outputs: readFileSync(output, "utf8") };
}

const propose = (score: string, env: object = {}) => {
  const path = join(tempFolder(), "score.yaml");
  writeFileSync(path, score);
  return runAction(
    user.path,
    { step: "propose", tutti: program, run: `run ${path}`, bundle: `${user.path}.bundle` },
    env,
  );
};
const score = (script: string): string => `agent: scripted\nsheets: [{ id: work, title: Work, prompt: "${script}" }]\n`;

/** The checkout of the second job. */
function checkout(): string {
  const folder = join(tempFolder(), "second");
  user.git("clone", "--quiet", origin, folder);
  return folder;
}

const land = (folder: string, more: object = {}) =>
  runAction(folder, { step: "land", bundle: `${user.path}.bundle`, base: "main", token: forge.token, ...more });

it("the first job proposes without a token; the second one lands exactly that as one pull request, also when run twice", async () => {
  const first = await propose(score("create b.txt b"));
  expect([first.code, first.outputs], first.err).toEqual([0, "changed=true\n"]);
  expect(forge.asked).toEqual([]);

  const second = await land(checkout());
  expect([second.code, second.outputs], second.err).toEqual([0, `url=${forge.url}/pull/1\n`]);
  expect((await land(checkout())).code).toBe(0);
  expect(forge.pulls.map(({ title, base, branch }) => [title, base, branch])).toEqual([
    ["Changes proposed by Tutti", "main", "tutti/proposal"],
  ]);
  expect(gitIn(origin, ["show", "tutti/proposal:b.txt"])).toBe("b");
  expect(gitIn(origin, ["log", "--format=%s", "main"])).toBe("first");
});

itLong("without an order it fixes what the project's tools find, and proposes that", async () => {
  const project = makeFixProject({ "a.txt": "BAD-A w-one\n" });
  const bundle = `${project.repository}.bundle`;
  const end = await runAction(project.repository, { step: "propose", tutti: program, bundle });
  expect([end.code, end.outputs], end.err).toEqual([0, "changed=true\n"]);
  expect(gitIn(project.repository, ["show", "tutti-proposal:a.txt"])).toBe("good w-one");
  expect(gitIn(project.repository, ["bundle", "verify", "-q", bundle])).toBeDefined();
});

it("a token in the job of the agents is refused before one is started", async () => {
  const end = await propose(score("create b.txt b"), { GITHUB_TOKEN: "t" });
  expect([end.code, end.outputs]).toEqual([1, ""]);
  expect(end.err).toContain("GITHUB_TOKEN must not be set in the job that lets agents work");
});

itLong("a proposal that changes workflows is not landed unless that is allowed", async () => {
  expect((await propose(score("create .github/workflows/x.yml on: push"))).code).toBe(0);
  const refused = await land(checkout());
  expect([refused.code, forge.pulls]).toEqual([1, []]);
  expect(refused.err).toContain("the proposal changes .github/workflows/x.yml");
  expect((await land(checkout(), { "allow-workflows": "true" })).code).toBe(0);
});

itLong("without a change nothing is proposed, and the job ends as Tutti does", async () => {
  const end = await propose(score("print nothing"));
  expect([end.code, end.outputs]).toEqual([0, "changed=false\n"]);
});
