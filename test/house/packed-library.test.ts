import { stringify } from "yaml";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { tempFolder } from "../kit/folders.ts";
import { marksScript, marksTool } from "../kit/fix-project.ts";
import { itLong } from "../kit/long.ts";
import { type TestRepository, makeRepository } from "../kit/repository.ts";
import { packedApp, packedEnvironment, stopConductor } from "./packed.ts";
import { type Ended, runNode } from "./program.ts";
import { write } from "./tree.ts";

/** A project with a quality tool and an agent of its own: the tool finds lines with BAD, the agent takes them out. */
const project = {
  "a.txt": "good\nBAD-ONE\n",
  "tools/marks.sh": marksScript,
  "fixer.sh": "cat >/dev/null\nfor file in *.txt; do sed -i /BAD/d $file; done\n",
  ".tutti/agents/fixer.yaml": stringify({ kind: "cli", executable: "sh", args: ["fixer.sh"], prompt: "stdin" }),
  ".tutti/fix.yaml": stringify({
    tools: { marks: marksTool },
    tests: "none",
  }),
};

let app: string;
let home: string;
let user: TestRepository;

beforeAll(() => {
  ({ app } = packedApp());
  home = join(tempFolder(), "home");
  user = makeRepository(project);
});

afterAll(() => {
  stopConductor(app, home);
});

/** Runs a program that imports the installed package, in the user's repository. */
async function program(text: string): Promise<Ended> {
  write(app, "program.mjs", `import { connect, execute, fix, plan } from "tutti";\n${text}`);
  return runNode([join(app, "program.mjs")], { cwd: user.path, env: packedEnvironment(home) });
}

itLong("results come in the order of the tasks, regardless of ends, failures and throws in a callback", async () => {
  const { stdout, stderr } = await program(`
    const ended = [];
    const results = await execute(
      [
        { prompt: "script:\\nwait-for ${app}/go\\ncreate one.txt 1" },
        "script:\\nfail 3",
        { prompt: "script:\\ncreate three.txt 3", validations: ["test -s three.txt"] },
        { prompt: "script:\\nhang", timeoutMs: 300 },
      ],
      {
        agent: "scripted", workers: 4, attempts: 1,
        onStart: () => { throw new Error("thrown at a start"); },
        onEnd: async ({ index }) => {
          ended.push(index);
          if (ended.length === 3) (await import("node:fs")).writeFileSync(${JSON.stringify(join(app, "go"))}, "");
          throw new Error("rejected at an end");
        },
      },
    );
    console.log(JSON.stringify([results.map(({ index, ok, status }) => [index, ok, status]), ended.length, ended[3]]));`);
  expect(JSON.parse(stdout)).toEqual([
    [
      [0, true, "landed"],
      [1, false, "failed"],
      [2, true, "landed"],
      [3, false, "failed"],
    ],
    4,
    0,
  ]);
  expect(stderr).toContain("thrown at a start");
  expect(stderr).toContain("rejected at an end");
});

itLong("only when all tasks fail an error says so, with one for each task", async () => {
  const { stdout } = await program(`
    const error = await execute(["script:\\nfail 1", "script:\\nfail 2"], { agent: "scripted", attempts: 1 }).catch((thrown) => thrown);
    console.log(error instanceof AggregateError, error.errors.map(({ code, message }) => code + " " + message).join("\\n"));
    console.log(JSON.stringify(await execute([])));`);
  expect(stdout).toBe(
    `true execute.failed script-fail-1: the agent exited with code 1 (E009)
execute.failed script-fail-2: the agent exited with code 2 (E009)
[]
`,
  );
});

itLong.each(["0", "33", "1.5", "NaN", '"4"'])("workers: %s is refused before anything starts", async (workers) => {
  const { stdout } = await program(
    `console.log(await execute(["script:\\ncreate no.txt"], { agent: "scripted", workers: ${workers} }).catch(({ code }) => code));`,
  );
  expect(stdout).toBe("execute.invalid\n");
});

itLong("a signal cancels what has not landed, and keeps what has", async () => {
  const { stdout } = await program(`
    const controller = new AbortController();
    const results = await execute(["script:\\nhang", "script:\\ncreate kept.txt 1"], {
      agent: "scripted", attempts: 1, signal: controller.signal, onEnd: () => controller.abort(),
    });
    console.log(results.map(({ status }) => status).join(" "));`);
  expect(stdout).toBe("cancelled landed\n");
  expect(user.git("show", "main:kept.txt")).toBe("1");
});

itLong("a run goes on when its conductor is killed", async () => {
  const { stdout } = await program(`
    import { writeFileSync } from "node:fs";
    const tutti = await connect();
    const { pid } = await tutti.call("conductor.status", {});
    let starts = 0;
    const results = await execute(["script:\\nuntil-attempt 1 hang\\ncreate after.txt 1", "script:\\ncreate beside.txt 1"], {
      agent: "scripted",
      onEnd: ({ index }) => { if (index === 1) process.kill(pid, "SIGKILL"); },
    });
    console.log(results.map(({ status }) => status).join(" "));
    await tutti.close();`);
  expect(stdout).toBe("landed landed\n");
  expect(user.git("log", "--format=%s", "main", "--", "after.txt", "beside.txt").split("\n")).toHaveLength(2);
});

itLong("fix has findings fixed, and reports what was measured", async () => {
  const { stdout, stderr } = await program(`
    const { exitCode, total, recheck } = await fix({ agent: "fixer", workers: 2 });
    console.log(JSON.stringify([exitCode, total.found, total.fixed, recheck.remaining]));
    const again = await fix({ agent: "fixer" });
    console.log(JSON.stringify([again.exitCode, again.total.found]));
    console.log(await fix({ paths: ["../elsewhere"] }).catch(({ code }) => code));`);
  expect(stderr).toBe("");
  expect(stdout).toBe("[0,1,1,0]\n[0,0]\nexecute.invalid\n");
  expect(user.git("show", "main:a.txt")).toBe("good");
});

itLong("plan has an agent propose tasks, and returns a plan that fits the repository or refuses it", async () => {
  const task = {
    id: "count",
    title: "Count words",
    description: "script:\ncreate count.txt 1",
    kind: "feature",
    files: [{ path: "count.txt", new: true }],
    criteria: [{ text: "it is there", command: "test -f count.txt" }],
    covers: ["R1"],
  };
  const said = (files: object): string =>
    JSON.stringify({ goal: "Words", tasks: [{ ...task, ...files }] }).replaceAll("\\n", "\\u000a");
  const { stdout } = await program(`
    const wish = (answer) => "A tool that counts words\\nscript:\\nprint " + answer;
    const { tasks, requirements, score } = await plan(wish(${JSON.stringify(said({}))}), { agent: "scripted", name: "words" });
    console.log(tasks.map(({ id }) => id).join(), requirements.map(({ id }) => id).join(), /^name: words$/m.test(score));
    const error = await plan(wish(${JSON.stringify(said({ files: [{ path: "nowhere.txt" }] }))}), { agent: "scripted", name: "wrong" }).catch((thrown) => thrown);
    console.log(error.code, error.message.includes("nowhere.txt"));`);
  expect(stdout).toBe("count R1 true\nplan.refused true\n");
});
