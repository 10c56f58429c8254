import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { parseScore } from "../score/parse.ts";
import { readDefaults } from "../score/schema/defaults.ts";
import { defaultsOf } from "./apply.ts";
import { listEnvironments, openEnvironment, removeEnvironment, writeEnvironment } from "./files.ts";
import { secretReference, variablesIn } from "./parse.ts";
import { editedText, levelOf, readEnvironment, requireName } from "./read.ts";
import { findSecrets } from "./secrets.ts";

const read = (text: string): ReturnType<typeof readEnvironment> => readEnvironment("web", text, "web.yaml");
const means = (found: { kind: "means"; value: unknown } | { kind: "wrong"; why: string }): unknown =>
  found.kind === "means" ? found.value : "wrong";

describe("a file of variables", () => {
  it("has a line for each; lines that are none are told with their number", () => {
    expect(variablesIn("FOO=bar\nBADLINE\n=x\nSPACED = v\n\n# no\nURL=a=b \r\n1A=x\nTUTTI_HOME=/x")).toEqual({
      variables: { FOO: "bar", SPACED: " v", URL: "a=b " },
      faults: [
        { line: 2, why: "has no =" },
        { line: 3, why: "has no name before =" },
        { line: 8, why: '"1A" is not a name of a variable' },
        { line: 9, why: "names that begin with TUTTI_ are Tutti's" },
      ],
    });
  });
});

describe("a reference to a secret", () => {
  it.each([
    ["env:NPM_TOKEN", { kind: "env", name: "NPM_TOKEN" }],
    ["command:pass show 'my db' --x=\"a b\"", { kind: "command", argv: ["pass", "show", "my db", "--x=a b"] }],
    ["command:printf ''", { kind: "command", argv: ["printf", ""] }],
    ["keyring:github/ada", { kind: "keyring", service: "github", account: "ada" }],
    ["keyring:a/b/c", { kind: "keyring", service: "a", account: "b/c" }],
    ["env:", "wrong"],
    ["env:A B", "wrong"],
    ["command:", "wrong"],
    ["command:sh 'x", "wrong"],
    ["keyring:github", "wrong"],
    ["ghp_0123456789abcdef", "wrong"],
    ["vault:x", "wrong"],
  ])("%s", (text, meant) => {
    expect(means(secretReference(text))).toEqual(meant);
  });

  it("that is the secret itself is refused without repeating it", () => {
    const text = "version: 1\nsecrets: { TOKEN: ghp_0123456789abcdef }";
    expect(() => read(text)).toThrow(/never the secret itself/);
    expect(() => read(text)).not.toThrow(/0123456789abcdef/);
  });
});

describe("the file of an environment", () => {
  it.each([
    ["", "version: is missing"],
    ["version: 2", "written by a newer Tutti"],
    ["version: 1\nbse: main", 'unknown key; did you mean "base"?'],
    ["version: 1\nenv: {A: b}", "here it is variables"],
    ["version: 1\nlimits: {paralel: 1}", 'did you mean "parallel"?'],
    ["version: 1\nisolation: conainer", "isolation"],
    ["version: 1\nrepository: ./here", "must be an address, or an absolute folder"],
    ["version: 1\nbase: a..b", "is not the name of a branch"],
    ["version: 1\nvariables: {A: x}\nsecrets: {A: 'env:A'}", "A is a variable, too"],
    ["version: 1\nvariables: {TUTTI_X: x}", "are Tutti's"],
    ["version: 1\nsecrets: {TUTTI_X: 'env:A'}", "environment variable"],
    ["version: 1\nforge: github\nrepository: /srv/x", "needs a repository that is the address of a remote"],
    ["version: 1\nports: 11", "ports"],
    ["version: 1\n  base: [", "web.yaml:2"],
    ["- 1", "web.yaml:1"],
  ])("%j is refused: %s", (text, why) => {
    expect(() => read(text)).toThrow(why);
  });

  it.each(["", "A", "a_b", "../x", "a/b", "-a", "a--b", "x".repeat(61), "é"])("can't be called %j", (name) => {
    expect(() => requireName(name)).toThrow("can't be the name");
  });

  it("is written whole or not at all, never over another's change, and edited with its comments kept", async () => {
    const folder = { path: join(tempFolder(), "environments") };
    const text = "# ours\nversion: 1\nbase: main # the branch\n";
    await writeEnvironment(folder, "web", { text, before: null });
    await expect(writeEnvironment(folder, "web", { text, before: null })).rejects.toThrow("there is an environment");
    const edited = editedText(text, ["base=develop", "limits.parallel=4", "agents=[claude, codex]"], []);
    await expect(writeEnvironment(folder, "web", { text: edited, before: "old" })).rejects.toThrow("changed meanwhile");
    await expect(
      writeEnvironment(folder, "web", { text: editedText(text, ["bas=x"], []), before: text }),
    ).rejects.toThrow("unknown key");
    expect(readFileSync(join(folder.path, "web.yaml"), "utf8")).toBe(text);
    await writeEnvironment(folder, "web", { text: edited, before: text });
    expect(readFileSync(join(folder.path, "web.yaml"), "utf8")).toContain(
      "# ours\nversion: 1\nbase: develop # the branch",
    );
    expect((await openEnvironment(folder, "web")).environment.limits).toEqual({ parallel: 4 });
    writeFileSync(join(folder.path, "notes.txt"), "");
    mkdirSync(join(folder.path, "sub"));
    expect(await listEnvironments(folder)).toEqual(["web"]);
    await removeEnvironment(folder, "web");
    await expect(openEnvironment(folder, "web")).rejects.toMatchObject({ code: "environment.unknown" });
  });
});

describe("a score that is played in an environment", () => {
  const given = read(`version: 1
base: develop
agents: [{use: claude, model: opus}, codex]
variables: {CI: "{{ 1 }}"}
secrets: {TOKEN: "env:TOKEN"}
prepare: [npm ci]
ports: 2
prompt: Be kind to {{ everyone }}.
limits: {parallel: 3, timeout: 10m, per_job: 5}`);
  const planOf = (text: string): ReturnType<typeof parseScore>["plan"] =>
    parseScore(text, { path: "s.yaml", baseDir: "/", defaults: readDefaults(defaultsOf(given)) }).plan;

  it("gets from it what it does not say itself", () => {
    const plan = planOf("sheets: [{id: a, prompt: p}]");
    const [sheet] = plan.sheets;
    expect(plan.target).toBe("develop");
    expect([sheet?.agent, sheet?.fallbacks.length]).toEqual([expect.objectContaining({ model: "opus" }), 1]);
    expect([plan.parallel, plan.cost.perJobUsd, sheet?.timeoutMs]).toEqual([3, 5, 600_000]);
    expect(plan.prepare).toMatchObject({ ports: 2, environment: { TOKEN: { from: "TOKEN" } } });
    expect(JSON.stringify(plan)).toContain("Be kind to {{ everyone }}.");
  });

  it("keeps what it says, and a chain of agents is taken whole or not at all", () => {
    const plan = planOf(
      "target: main\nparallel: 8\nagent: scripted\ncost: {per_sheet: 1}\nprepare: {environment: {CI: mine}}\nsheets: [{id: a, prompt: p}]",
    );
    expect([plan.target, plan.parallel, plan.sheets[0]?.fallbacks]).toEqual(["main", 8, []]);
    expect(plan.cost).toMatchObject({ perSheetUsd: 1, perJobUsd: 5 });
    expect(plan.prepare?.environment).toEqual({ CI: "mine", TOKEN: { from: "TOKEN" } });
  });

  it("with an image is played in containers", () => {
    const { environment, ...said } = read(
      "version: 1\nimage: node:22\nnetwork: none\nports: ['80']\nmounts: ['/a:/b:rw']\nlimits: {memory: 2GB, per_job: 5}",
    );
    expect(levelOf(environment)).toBe("container");
    const { container, cost } = defaultsOf({ environment, ...said });
    expect(container).toEqual({
      image: "node:22",
      network: "none",
      memory: "2GB",
      mounts: ["/a:/b:rw"],
      ports: ["80"],
    });
    expect(cost).toEqual({ per_job: 5 });
    expect(levelOf(read("version: 1").environment)).toBeUndefined();
  });

  it.each([
    ["mounts: ['/a:/b']", "mounts: is of a container, and there is no image"],
    ["ports: ['80']", "ports: is of a container"],
    ["network: none", "network: is of a container"],
    ["limits: {memory: 1GB}", "limits: is of a container"],
    ["image: node:22\nisolation: clone", "image: can't be used with isolation: clone"],
    ["image: -v", "is not the name of an image"],
    ["image: node:22\nlimits: {memory: 1TB}", "must be a size"],
    ["image: node:22\nmounts: ['/a:/x', '/b:/x/']", "two of them are at /x"],
  ])("%j never runs without a container: %s", (text, why) => {
    expect(() => read(`version: 1\n${text}`)).toThrow(why);
  });
});

describe("a secret", () => {
  const place = { env: { PATH: process.env["PATH"], TOKEN: "t0ken", EMPTY: "" }, folder: "/" };
  const find = (reference: string): ReturnType<typeof findSecrets> =>
    findSecrets(read(`version: 1\nsecrets: {A: ${JSON.stringify(reference)}}`), place);

  it("is found in a variable, or printed by a program without a shell", async () => {
    expect(await find("env:TOKEN")).toEqual({ A: "t0ken" });
    expect(await find("command:printf '%s\\n' $TOKEN")).toEqual({ A: "$TOKEN" });
  });

  it.each([
    ["env:EMPTY", "is not set"],
    ["env:GONE", "is not set"],
    ["command:false", "ended with 1"],
    ["command:true", "printed no text"],
    ["command:no-such-program-here x", "can't be started"],
    ["command:sh -c 'echo s3cret >&2; exit 3'", "ended with 3"],
  ])("%s can't be found, and nothing that a program printed is told", async (reference, why) => {
    const error: unknown = await find(reference).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "environment.no_secret", message: expect.stringContaining(why) as string });
    expect(String(error)).not.toContain("s3cret");
  });
});
