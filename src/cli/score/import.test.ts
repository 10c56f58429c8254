import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { readScore } from "../../score/load.ts";
import { reportError } from "../report-error.ts";
import { makeTerminal } from "../terminal/terminal.ts";
import { runCommandLine } from "../tree/tree.ts";

const simple = `name: simple
workspace: ./ws
stray: 1
backend: { type: command, command: ./play.sh }
sheet: { size: 5, total_items: 10, prelude: [{ file: style.md, as: skill }] }
prompt: { template_file: prompts/main.md, prompt_extensions: [more.md] }
`;

/** A folder with scores and what they name. */
function scores(files: Readonly<Record<string, string>> = {}): string {
  const folder = tempFolder();
  mkdirSync(join(folder, "scores/prompts"), { recursive: true });
  mkdirSync(join(folder, "elsewhere"));
  const all = {
    "simple.yaml": simple,
    "style.md": "Style.",
    "more.md": "More.",
    "prompts/main.md": "{{ start_item }}-{{ end_item }}",
    ...files,
  };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, "scores", name), text);
  return folder;
}

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function tutti(...args: readonly string[]): Promise<Ran> {
  let out = "";
  let err = "";
  const plain = makeTerminal({ stdout: { isTTY: false }, stderr: { isTTY: false }, env: {} } as never);
  const terminal = {
    ...plain,
    out: (line: string) => void (out += `${line}\n`),
    err: (line: string) => void (err += `${line}\n`),
  };
  const json = args.includes("--json");
  const code = await runCommandLine(terminal, ["node", "tutti", ...args], json).catch((error: unknown) =>
    reportError(terminal, error, json),
  );
  return { code, out, err };
}

it("a Mozart score is printed in Tutti's own shape, and what was lost is told on stderr", async () => {
  const folder = scores();
  const file = join(folder, "scores/simple.yaml");
  const { code, out, err } = await tutti("import", file);
  expect(code).toBe(0);
  expect(err).toMatch(/^warning .*simple\.yaml:3:1 stray: is not read: unknown key.* \[V401\]$/m);
  writeFileSync(join(folder, "scores/native.yaml"), out);
  expect(out).toMatch(/^# Made by tutti import from simple\.yaml\.\nname: simple\n/);
  expect(out).not.toContain(folder);
  expect(readScore(join(folder, "scores/native.yaml")).plan).toEqual(readScore(file).plan);
});

it("in another folder the score still means the same files, folders and programs", async () => {
  const folder = scores();
  const file = join(folder, "scores/simple.yaml");
  const { code, out } = await tutti("import", file, "--out", join(folder, "elsewhere/native.yaml"));
  expect({ code, out }).toEqual({ code: 0, out: "" });
  const { plan } = readScore(join(folder, "elsewhere/native.yaml"));
  const { plan: before } = readScore(file);
  // A file's name stands above its text, and that is how it is written.
  const files = before.files.map((injected) => ({ ...injected, name: `../scores/${injected.name}` }));
  expect(plan).toEqual({ ...before, files });
  expect(plan.workspace).toBe(join(folder, "scores/ws"));
});

it("a file that is there is written over only when that is asked for", async () => {
  const folder = scores({ "native.yaml": "mine" });
  const out = join(folder, "scores/native.yaml");
  const refused = await tutti("import", join(folder, "scores/simple.yaml"), "--out", out);
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /^error cli\.usage: .*native\.yaml is there already\n {2}--force writes over it\.\n$/,
    ) as string,
  });
  expect(readFileSync(out, "utf8")).toBe("mine");
  expect(await tutti("import", join(folder, "scores/simple.yaml"), "--out", out, "--force")).toMatchObject({ code: 0 });
  expect(readFileSync(out, "utf8")).toContain("name: simple");
  expect(readdirSync(join(folder, "scores")).toSorted()).toEqual([
    "more.md",
    "native.yaml",
    "prompts",
    "simple.yaml",
    "style.md",
  ]);
});

it.each(["missing/native.yaml", "elsewhere"])(
  "what can't be written is told, and nothing is left behind: %s",
  async (out) => {
    const folder = scores();
    const refused = await tutti("import", join(folder, "scores/simple.yaml"), "--out", join(folder, out), "--force");
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("can't be written") as string });
    expect(readdirSync(folder).toSorted()).toEqual(["elsewhere", "scores"]);
  },
);

it("a score in Tutti's own shape is not imported", async () => {
  const folder = scores({ "native.yaml": "agent: scripted\nsheets: [{ id: a, prompt: hello }]\n" });
  const refused = await tutti("import", join(folder, "scores/native.yaml"));
  expect(refused).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringMatching(/^error cli\.usage: .*native\.yaml is not a Mozart score/) as string,
  });
});

it("a Mozart score that is wrong is refused with all that is wrong, and nothing is written", async () => {
  const folder = scores({
    "wrong.yaml": simple.replace("size: 5", "size: five").replace("style.md", "gone.md"),
    "gone.yaml": simple.replace("style.md", "gone.md"),
  });
  // Mozart plays a score whose prelude is missing; Tutti's own shape refuses it.
  const reasons = {
    wrong: /^error score\.invalid: .* is not a valid score:\n/,
    gone: /^error score\.invalid: .* can't be written in Tutti's own shape:\n.*gone\.md/,
  };
  for (const [name, reason] of Object.entries(reasons)) {
    const refused = await tutti(
      "import",
      join(folder, `scores/${name}.yaml`),
      "--out",
      join(folder, "scores/native.yaml"),
    );
    expect(refused).toMatchObject({ code: 2, out: "", err: expect.stringMatching(reason) as string });
  }
  expect(readdirSync(join(folder, "scores"))).not.toContain("native.yaml");
});

it("a score whose prompts include files stays in its folder, where they are looked for", async () => {
  const text = simple.replace("template_file: prompts/main.md", `template: '{% include "style.md" %}'`);
  const folder = scores({ "simple.yaml": text });
  const file = join(folder, "scores/simple.yaml");
  writeFileSync(join(folder, "elsewhere/style.md"), "Another file of the same name.");
  const refused = await tutti("import", file, "--out", join(folder, "elsewhere/native.yaml"));
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /^error cli\.usage: .* includes "style\.md".*\n {2}Write the new score into .*scores\.\n$/,
    ) as string,
  });
  expect(await tutti("import", file, "--out", join(folder, "scores/native.yaml"))).toMatchObject({ code: 0 });
});

it("a score that Tutti's own shape would refuse is not written", async () => {
  const text = simple.replace("{ type: command, command: ./play.sh }", '{ cli_extra_args: ["a\\0b"] }');
  const folder = scores({ "simple.yaml": text });
  const refused = await tutti("import", join(folder, "scores/simple.yaml"));
  expect(refused).toMatchObject({ code: 2, out: "", err: expect.stringContaining("can't contain a NUL") as string });
});

it("an agent that is not there yet is told in the score itself", async () => {
  const folder = scores({
    "simple.yaml": simple.replace("{ type: command, command: ./play.sh }", "{ type: cline-cli }"),
  });
  const { code, out, err } = await tutti("import", join(folder, "scores/simple.yaml"));
  expect(code).toBe(0);
  expect(err).toContain("[V210]");
  expect(out).toContain('# To do: this version has no agent "cline-cli"; give it a command under agents.\n');
  expect(out).toContain("\nagent: cline-cli\n");
});

it("with --json there is one document with the score and what is to be said about it", async () => {
  const folder = scores();
  const file = join(folder, "scores/simple.yaml");
  const { code, out, err } = await tutti("import", file, "--json");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const document = JSON.parse(out) as { score: string; problems: object[] };
  expect(document).toMatchObject({ type: "import", file, out: null });
  expect(document.problems).toContainEqual({
    code: "V401",
    severity: "warning",
    line: 3,
    column: 1,
    path: "stray",
    message: expect.stringContaining("is not read") as string,
  });
  expect(document.score).toBe((await tutti("import", file)).out);
});
