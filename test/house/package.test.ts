import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tempFolder } from "../kit/folders.ts";
import { type TestRepository, makeRepository } from "../kit/repository.ts";
import { npm, packedApp, packedEnvironment, stopConductor } from "./packed.ts";
import { type Ended, runNode } from "./program.ts";
import { repository, write } from "./tree.ts";

/** The folder of a program that has the package installed, and nothing else. */
let app: string;
let tarball: string;
let user: TestRepository;
let home: string;

beforeAll(() => {
  user = makeRepository({ "README.md": "hello\n", "login.txt": "broken\n" });
  home = join(tempFolder(), "home");
  ({ app, tarball } = packedApp());
});

afterAll(() => {
  stopConductor(app, home);
});

/** The dependencies of the package, from this clone: there may be no network. */
function installedHere(): Readonly<Record<string, string>> {
  const { dependencies } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
    dependencies: Readonly<Record<string, string>>;
  };
  return Object.fromEntries(
    Object.keys(dependencies).map((name) => [name, `file:${join(repository, "node_modules", name)}`]),
  );
}

/** Programs of a document, and what each says it prints. */
function programsIn(document: string): readonly { text: string; printed: string }[] {
  const blocks = readFileSync(join(repository, document), "utf8").matchAll(/^```ts\n([^]*?)^```$/gm);
  return [...blocks].map(([, text = ""]) => ({
    text,
    printed: [...text.matchAll(/^\/\/ (.*\n)/gm)].map(([, line]) => line).join(""),
  }));
}

function compile(name: string, options: object): Promise<Ended> {
  const compilerOptions = {
    module: "NodeNext",
    target: "ES2022",
    lib: ["ES2022"],
    strict: true,
    rootDir: name,
    outDir: "built",
    ...options,
  };
  write(app, `${name}.json`, JSON.stringify({ compilerOptions, include: [`${name}/*.ts`] }));
  return runNode([join(repository, "node_modules/typescript-native/bin/tsc"), "-p", join(app, `${name}.json`)], {
    cwd: app,
  });
}

/** Runs a program of the app in the user's repository. */
function runThere(path: string): Promise<Ended> {
  return runNode(["--no-warnings", join(app, path)], { cwd: user.path, env: packedEnvironment(home) });
}

describe("the packed package", () => {
  it("has the command line and the library in it but not the proofs, and is whole", async () => {
    expect(await runThere("node_modules/tutti/bin/tutti")).toMatchObject({
      stderr: expect.stringContaining("Usage: tutti") as string,
    });
    const shipped = readdirSync(join(app, "node_modules/tutti/dist"));
    expect(shipped.filter((name) => /^(?:prove|proof|bench|conformance)/.test(name))).toEqual([]);
    const loaded = shipped
      .filter((name) => name.endsWith(".js"))
      .flatMap((name) => importsOf(join(app, "node_modules/tutti/dist", name)));
    expect(loaded.length).toBeGreaterThan(10);
    expect(loaded.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("has types that need no others, not even Node's, and do not let a context be destroyed without a proof", async () => {
    const text = `import { type CaptureProof, type Isolation, type IsolationLevel, isolate } from "tutti";
      export const level: IsolationLevel = "full";
      export const task: Promise<Isolation> = isolate(".", "id", level, { home: "h", directories: "d", objects: "copy", from: "main" });
      export const end = async ({ destroy, context }: Isolation, proof: CaptureProof) => [await destroy(proof), context.path, proof.leftOut[0]?.reason];
      // @ts-expect-error -- no proof
      export const careless = async ({ destroy }: Isolation) => destroy();
      // @ts-expect-error -- only a capture makes one
      export const forged: CaptureProof = { context: (await task).context, commit: "", tree: "", ref: "", number: 1, changed: true, leftOut: [], unfiltered: [] };
      // @ts-expect-error -- there is no such level
      export const wrong = isolate(".", "id", "docker");\n`;
    write(app, "strict/consumer.ts", text);
    expect(await compile("strict", { types: [], noEmit: true, exactOptionalPropertyTypes: true })).toMatchObject({
      code: 0,
      stdout: "",
    });
  });
});

it("the packed package works after npm i -g, and leaves nothing after npm uninstall -g", () => {
  const prefix = tempFolder();
  const program = join(prefix, "bin/tutti");
  const packages = Object.values(installedHere()).map((spec) => spec.replace(/^file:/, ""));
  npm(["install", "-g", "--prefix", prefix, tarball, ...packages], user.path);
  const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };

  expect(execFileSync(program, ["--version"], { cwd: user.path, env: packedEnvironment(home), encoding: "utf8" })).toBe(
    `${version}\n`,
  );
  expect(
    execFileSync(program, ["--help"], { cwd: user.path, env: packedEnvironment(home), encoding: "utf8" }),
  ).toContain("Usage: tutti");
  npm(["uninstall", "-g", "--prefix", prefix, "tutti"], user.path);
  expect([program, join(prefix, "lib/node_modules/tutti")].filter((path) => existsSync(path))).toEqual([]);
});

it("the packed package has types of the conductor's methods, params, results and events, which need no schema library", async () => {
  const text = `import { type EventType, type JobView, type Method, type Params, type Result, type Tutti, type TuttiEvent, connect } from "tutti";
    export const talk = async (tutti: Tutti): Promise<[JobView | null, string | undefined]> => {
      const score: Params<"job.submit">["score"] = { path: "/s.yaml", baseDir: "/", text: "" };
      const { job, position } = await tutti.call("job.submit", { score, folder: "/", isolation: "clone" });
      const types: EventType[] = ["sheet.landed"];
      const hear = ({ recorded }: TuttiEvent): string => (recorded.about === "sheet" && recorded.event.kind === "landed" ? recorded.event.commit : "");
      const following = await tutti.follow({ job, after: position, types }, { hear });
      await following.stop();
      const all: Result<"context.list"> = await tutti.call("context.list", { folder: null });
      return [await tutti.call("job.status", { job, folder: "/" }), all.contexts[0]?.id];
    };
    export const methods = (name: Method) => name;
    export const here: Promise<Tutti> = connect({ home: "h", start: false, version: "1.0.0", notice: () => undefined });
    // @ts-expect-error -- there is no such method
    export const unknown = async (tutti: Tutti) => tutti.call("job.dance", {});
    // @ts-expect-error -- which job?
    export const nothing = async (tutti: Tutti) => tutti.call("job.pause", {});
    // @ts-expect-error -- a number is no folder
    export const wrong = async (tutti: Tutti) => tutti.call("job.status", { folder: 1 });\n`;
  write(app, "conducted/consumer.ts", text);
  expect(await compile("conducted", { types: [], noEmit: true, exactOptionalPropertyTypes: true })).toMatchObject({
    code: 0,
    stdout: "",
  });
});

it("the packed package has types of execute, fix and plan, which need no others", async () => {
  const text = `import { type Cancellation, type FixReport, type PlanResult, type TaskResult, execute, fix, plan } from "tutti";
    export const never: Cancellation = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };
    export const results: Promise<readonly TaskResult[]> = execute(["a", { prompt: "b", agent: "codex", timeoutMs: 1 }], { workers: 2, signal: never, onEnd: ({ index, ok }) => [index, ok] });
    export const report: Promise<FixReport> = fix({ tools: ["eslint"], tests: "quick", workers: 32 });
    export const planned: Promise<PlanResult> = plan("a", { template: "cli" });
    // @ts-expect-error -- a task has a prompt
    export const empty = execute([{ agent: "codex" }]);
    // @ts-expect-error -- there is no such template
    export const unknown = plan("a", { template: "game" });\n`;
  write(app, "executed/consumer.ts", text);
  expect(await compile("executed", { types: [], noEmit: true, exactOptionalPropertyTypes: true })).toMatchObject({
    code: 0,
    stdout: "",
  });
});

it("a question to the conductor loads at most five files, none with a schema library or a reader of YAML", () => {
  const dist = join(app, "node_modules/tutti/dist");
  const client = readdirSync(dist).find((name) => /^client-.*\.js$/.test(name)) ?? "";
  const loaded = new Set([...loadedWith(dist, "tutti.js"), ...loadedWith(dist, client)]);
  expect(loaded.size).toBeLessThanOrEqual(5);
  expect([...loaded].filter((path) => /\bZodType\b|\bYAMLMap\b/.test(readFileSync(path, "utf8")))).toEqual([]);
});

it("the packed library loads no schema library, no database and no engine", () => {
  const dist = join(app, "node_modules/tutti/dist");
  const loaded = loadedWith(dist, "library.js");
  expect(loaded.size).toBeGreaterThan(3);
  expect(
    [...loaded].filter((path) => /\bZodType\b|\bclass Kysely\b|\bmakeStage\b/.test(readFileSync(path, "utf8"))),
  ).toEqual([]);
});

it("the programs of docs/library.md compile and print what they say", async () => {
  const programs = programsIn("docs/library.md");
  const before = user.git("status", "--porcelain");
  for (const [number, { text }] of programs.entries()) write(app, `page/program-${String(number)}.ts`, text);
  expect(
    await compile("page", {
      types: ["node"],
      typeRoots: [join(repository, "node_modules/@types")],
      skipLibCheck: true,
    }),
  ).toMatchObject({
    code: 0,
    stdout: "",
  });

  for (const [number, { printed }] of programs.entries()) {
    expect(printed).not.toBe("");
    expect(await runThere(`built/program-${String(number)}.js`)).toEqual({
      code: 0,
      signal: null,
      stdout: printed,
      stderr: "",
    });
  }
  // Every function of the page is in a program of it.
  for (const name of [
    "execute(",
    "fix(",
    "plan(",
    "route(",
    "isolate(",
    ".close(",
    ".snapshot(",
    ".publish(",
    ".destroy(",
    "connect(",
    ".call(",
    ".follow(",
  ])
    expect(
      programs.some(({ text }) => text.includes(name)),
      name,
    ).toBe(true);
  expect([
    user.git("status", "--porcelain"),
    user.git("symbolic-ref", "HEAD"),
    user.git("log", "--format=%s", "main").split("\n").toSorted(),
  ]).toEqual([before, "refs/heads/main", ["chore: Write more", "chore: Write notes", "first"]]);
});

it("a program that is killed leaves a context that the next one finds", async () => {
  const text = (end: string): string => `import { appendFileSync, readFileSync } from "node:fs";
    import { isolate } from "tutti";
    const { context, snapshot, destroy } = await isolate(".", "long-work", "clone", { objects: "copy" });
    appendFileSync(context.path + "/work.txt", "more\\n");
    console.log(readFileSync(context.path + "/work.txt", "utf8").trim().split("\\n").length);
    ${end}\n`;
  write(app, "killed.mjs", text('process.kill(process.pid, "SIGKILL");'));
  write(app, "next.mjs", text("console.log(await destroy(await snapshot()));"));
  expect(await runThere("killed.mjs")).toMatchObject({ signal: "SIGKILL", stdout: "1\n" });
  expect(await runThere("next.mjs")).toMatchObject({ code: 0, stdout: "2\ndestroyed\n" });
});

/** The files that a built module loads, at once or later. */
/** The files that are loaded at once with one of them. */
function loadedWith(dist: string, name: string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const [, file = ""] of readFileSync(path, "utf8").matchAll(/^(?:im|ex)port (?:[^"]* from )?"(\.\/[^"]+)"/gm))
      load(join(dist, file));
  };
  load(join(dist, name));
  return loaded;
}

function importsOf(path: string): readonly string[] {
  const found = readFileSync(path, "utf8").matchAll(/(?:from |import\()"(\.\/[^"]+)"/g);
  return [...found].map(([, file = ""]) => join(path, "..", file));
}
