import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { afterEach, expect, it } from "vitest";
import { shellWord } from "../../../src/base/text.ts";
import { program, runBuilt } from "../../kit/built.ts";
import { tempFolder } from "../../kit/folders.ts";
import { hermetic } from "../../kit/git.ts";
import { itLong } from "../../kit/long.ts";
import { makeRepository } from "../../kit/repository.ts";
import { hasTmux, openTmux } from "../../kit/tmux.ts";
import { fileAt } from "../conductor/story.ts";

/** Answers with its prompt, and writes down what the person types. */
const script = `echo "agent says: $*"
while read -r line; do
  [ "$line" = bye ] && exit 0
  echo "$line" >>notes.txt
  echo "noted $line"
done
`;

let home: { readonly folder: string; readonly env: Readonly<Record<string, string>> } | undefined;
afterEach(() => {
  if (home !== undefined) runBuilt(home, ["stop"]);
});

it.skipIf(!hasTmux)("a person works with an agent in its own terminal, and what they leave lands", async () => {
  const agent = join(tempFolder(), "agent.sh");
  writeFileSync(agent, script);
  const profile = {
    kind: "cli",
    executable: "sh",
    args: [agent],
    interactive: { args: [agent], prompt_args: ["{prompt}"] },
  };
  const { folder, env } = makeHome({ ".tutti/agents/talker.yaml": stringify(profile) });
  const start = startScript(folder);

  const first = openTmux({ columns: 100, rows: 30 }, env);
  first.press(`sh ${start.path} --validate 'test -s notes.txt' 'say hello'`, "Enter");
  await first.sees(/agent says: say hello/);
  first.press("one", "Enter");
  await first.sees(/noted one/);
  first.press("bye", "Enter");
  await first.sees(/1 landed on main/);
  expect(fileAt(folder, "notes.txt")).toBe("one");

  // The command is killed: the work is kept, and lands on request.
  const second = openTmux({ columns: 100, rows: 30 }, env);
  second.press(`sh ${start.path}`, "Enter");
  await second.sees(/agent says:/);
  second.press("two", "Enter");
  await second.sees(/noted two/);
  process.kill(Number(readFileSync(start.pid, "utf8")), "SIGKILL");
  await second.sees(/Killed/);
  const recovered = runBuilt({ folder, env }, ["recover"]);
  expect([recovered.code, recovered.out]).toEqual([0, expect.stringContaining("1 of 1 sheet good") as string]);
  expect(fileAt(folder, "notes.txt")).toBe("one\ntwo");
});

/** Exports its tokens when it is told to, as Codex does, and names a model that its profile has a price for. */
const exporter = `printf '%s' "$OTEL_EXPORTER_OTLP_ENDPOINT" >address
echo "agent is here with $(cat "$TALKER_HOME/config.toml")"
while read -r line; do
  [ "$line" = bye ] && exit 0
  echo "$line" >>notes.txt
  "$TUTTI_TEST_NODE" -e '
    const attribute = (key, value) => ({ key, value: { stringValue: value } });
    const attributes = [
      attribute("event.name", "codex.sse_event"),
      attribute("event.kind", "response.completed"),
      attribute("model", "m1"),
      attribute("input_token_count", "1000000"),
      attribute("output_token_count", "0"),
    ];
    fetch(process.env.OTEL_EXPORTER_OTLP_ENDPOINT + "/v1/logs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ attributes }] }] }] }),
    }).then(({ status }) => console.log("exported", process.argv[1], status));
  ' "$line"
done
`;

(hasTmux ? itLong : it.skip)(
  "the cost that an agent exports in its terminal counts, and no killed conductor or command loses it",
  async () => {
    const agent = join(tempFolder(), "agent.sh");
    writeFileSync(agent, exporter);
    const profile = {
      kind: "cli",
      executable: "sh",
      args: [agent],
      interactive: { args: [agent] },
      exports: {},
      // Codex refuses a home that is not there, and Gemini CLI asks how to log in.
      home: { own: "always", variables: { TALKER_HOME: "." }, files: { "config.toml": "a = 1\n" } },
      models: [{ name: "m1", input: 3, output: 9 }],
    };
    const { folder, env } = makeHome({ ".tutti/agents/talker.yaml": stringify(profile), ".gitignore": "address\n" });
    const start = startScript(folder);
    const first = openTmux({ columns: 100, rows: 30 }, { ...env, TUTTI_TEST_NODE: process.execPath });
    first.press(`sh ${start.path}`, "Enter");
    await first.sees(/agent is here with a = 1/);
    first.press("one", "Enter");
    await first.sees(/exported one 200/);
    const conductor = JSON.parse(runBuilt({ folder, env }, ["conductor-status", "--json"]).out) as { pid: number };
    process.kill(conductor.pid, "SIGKILL");
    first.press("two", "Enter");
    await first.sees(/exported two 200/);
    first.press("bye", "Enter");
    await first.sees(/1 landed on main/);
    expect(fileAt(folder, "notes.txt")).toBe("one\ntwo");
    expect(costOf({ folder, env })).toMatchObject({ inputTokens: 2_000_000, usd: 6 });

    const second = openTmux({ columns: 100, rows: 30 }, { ...env, TUTTI_TEST_NODE: process.execPath });
    second.press(`sh ${start.path}`, "Enter");
    await second.sees(/agent is here/);
    second.press("three", "Enter");
    await second.sees(/exported three 200/);
    process.kill(Number(readFileSync(start.pid, "utf8")), "SIGKILL");
    await second.sees(/Killed/);
    expect(runBuilt({ folder, env }, ["recover"]).code).toBe(0);
    expect(fileAt(folder, "notes.txt")).toBe("one\ntwo\nthree");
    expect(costOf({ folder, env })).toMatchObject({ inputTokens: 1_000_000, usd: 3 });
  },
);

function costOf(at: NonNullable<typeof home>): unknown {
  return (JSON.parse(runBuilt(at, ["status", "--json"]).out) as { cost: unknown }).cost;
}

function makeHome(files: Readonly<Record<string, string>>): NonNullable<typeof home> {
  const made = {
    folder: makeRepository({ "a.txt": "a\n", ...files }).path,
    env: {
      ...hermetic,
      PATH: process.env["PATH"] ?? "",
      HOME: tempFolder(),
      TUTTI_HOME: join(tempFolder(), "home"),
    },
  };
  home = made;
  return made;
}

/** `pid`: where it writes down its process. */
function startScript(folder: string): { readonly path: string; readonly pid: string } {
  const pid = join(tempFolder(), "pid");
  const path = join(tempFolder(), "start.sh");
  writeFileSync(
    path,
    `cd ${shellWord(folder)} && echo $$ >${pid} && exec ${process.execPath} --no-warnings ${program} task -i --agent talker "$@"\n`,
  );
  return { path, pid };
}
