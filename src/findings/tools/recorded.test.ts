import { expect, it } from "vitest";
import { argsFor, recordedFolder, recordedRuns, told, viewOf } from "../../../test/kit/real-tools.ts";
import { toolCases } from "../../../test/kit/tool-cases.ts";
import { otherTools, pythonTools, toolNamed } from "../catalog.ts";

const runs = recordedRuns();

// `npm run test:tools` asks the programs themselves.
it.each(runs.map((run) => ({ ...run, title: `${run.name} ${run.case}` })))(
  "its output is understood: $title",
  (run) => {
    const one = toolCases.find(({ tool, name }) => tool === run.tool && name === run.case);
    const reading = toolNamed(run.tool)?.read(run.output);
    expect(reading && one && told(reading, recordedFolder, one)).toEqual(one?.says);
  },
);

it("of each tool there is a run that finds something and one that breaks", () => {
  for (const { name } of [...pythonTools, ...otherTools]) {
    const says = runs
      .filter(({ tool }) => tool === name)
      .map((run) => toolCases.find((one) => one.tool === name && one.name === run.case)?.says);
    expect([name, says.includes("broken"), says.some((said) => Array.isArray(said) && said.length > 0)]).toEqual([
      name,
      true,
      true,
    ]);
  }
});

it("a report is written outside of all work folders, and the folder's files are named as they are", () => {
  expect(argsFor(only("pytest"), { config: null, because: "" })).toContain("--junitxml={report}");
  const files = { ".shellcheckrc": "", "a b.sh": "", "-c.sh": "", "x/y.bash": "", "no.py": "" };
  expect(only("shellcheck").detect(viewOf(files))?.everything).toEqual(["./-c.sh", "a b.sh", "x/y.bash"]);
});

function only(name: string): (typeof pythonTools)[number] {
  const tool = toolNamed(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}
