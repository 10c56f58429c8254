import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { afterEach, expect, it } from "vitest";
import { shellWord } from "../../../src/base/text.ts";
import { program, runBuilt } from "../../kit/built.ts";
import { tempFolder } from "../../kit/folders.ts";
import { hermetic } from "../../kit/git.ts";
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
  const folder = makeRepository({ "a.txt": "a\n", ".tutti/agents/talker.yaml": stringify(profile) }).path;
  const env = {
    ...hermetic,
    PATH: process.env["PATH"] ?? "",
    HOME: tempFolder(),
    TUTTI_HOME: join(tempFolder(), "home"),
  };
  home = { folder, env };
  const pid = join(tempFolder(), "pid");
  const start = join(tempFolder(), "start.sh");
  writeFileSync(
    start,
    `cd ${shellWord(folder)} && echo $$ >${pid} && exec ${process.execPath} --no-warnings ${program} task -i --agent talker "$@"\n`,
  );

  const first = openTmux({ columns: 100, rows: 30 }, env);
  first.press(`sh ${start} --validate 'test -s notes.txt' 'say hello'`, "Enter");
  await first.sees(/agent says: say hello/);
  first.press("one", "Enter");
  await first.sees(/noted one/);
  first.press("bye", "Enter");
  await first.sees(/1 landed on main/);
  expect(fileAt(folder, "notes.txt")).toBe("one");

  // The command is killed: what was done is kept, and lands when somebody asks for it.
  const second = openTmux({ columns: 100, rows: 30 }, env);
  second.press(`sh ${start}`, "Enter");
  await second.sees(/agent says:/);
  second.press("two", "Enter");
  await second.sees(/noted two/);
  process.kill(Number(readFileSync(pid, "utf8")), "SIGKILL");
  await second.sees(/Killed/);
  const recovered = runBuilt(home, ["recover"]);
  expect([recovered.code, recovered.out]).toEqual([0, expect.stringContaining("1 of 1 sheet good") as string]);
  expect(fileAt(folder, "notes.txt")).toBe("one\ntwo");
});
