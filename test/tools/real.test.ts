import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toolNamed } from "../../src/findings/catalog.ts";
import {
  argsFor,
  filesIn,
  type RealTool,
  realTools,
  record,
  runReal,
  told,
  viewOf,
  writeProject,
} from "../kit/real-tools.ts";
import { tempFolder } from "../kit/folders.ts";
import type { ToolCase } from "../kit/tool-case.ts";
import { toolCases } from "../kit/tool-cases.ts";

// With TUTTI_RECORD=1 it writes what `npm test` reads.
const isFor = ({ tool, from, version }: ToolCase, real: RealTool): boolean =>
  tool === real.tool && (from ?? real.from) === real.from && real.version.startsWith(version ?? "");

const isRecording = process.env["TUTTI_RECORD"] === "1";

describe.skipIf(realTools.length === 0)("a real tool", () => {
  const runs = realTools.flatMap((real) =>
    toolCases
      .filter((one) => isFor(one, real))
      .map((one) => ({ real, one, title: `${real.tool} ${real.version}: ${one.name}` })),
  );

  it.each(runs)("is detected, run and understood: $title", ({ real, one }) => {
    const tool = toolNamed(real.tool);
    const detection = tool?.detect(viewOf(one.files));
    if (tool === undefined || detection === null || detection === undefined)
      throw new Error(`${one.tool} is not detected`);
    const folder = join(tempFolder(), "project");
    mkdirSync(folder);
    writeProject(folder, one.files);
    const output = runReal(real, argsFor(tool, detection, one.instead), {
      folder,
      report: join(folder, "..", "report"),
      env: tool.env ?? {},
    });
    if (isRecording) record(real, one, { output, folder });
    expect(told(tool.read(output), folder, one)).toEqual(one.says);
    const own = one.tool === "clippy" ? /^(?:target\/|Cargo\.lock$)/ : /^$/;
    expect(filesIn(folder).filter((file) => !own.test(file))).toEqual(Object.keys(one.files).sort());
  });

  it.each(
    realTools.filter((real) => toolNamed(real.tool)?.fixArgs !== undefined).map((real) => [real.tool, real] as const),
  )("fixes every finding that it claims to fix: %s", (name, real) => {
    const tool = toolNamed(name);
    const one = toolCases.find((candidate) => candidate.tool === name && candidate.name === "findings");
    if (tool === undefined || one === undefined) throw new Error(`nothing is known of ${name}`);
    const folder = join(tempFolder(), "project");
    mkdirSync(folder);
    writeProject(folder, one.files);
    const place = { folder, report: join(folder, "..", "report"), env: tool.env ?? {} };
    expect(runReal(real, [...(tool.fixArgs ?? []), ...tool.everything], place).code).toBe(0);
    const left = told(tool.read(runReal(real, [...tool.args, ...tool.everything], place)), folder, one);
    expect(left).not.toHaveLength(0);
    expect(left).toHaveLength(one.says.length - [...one.says].filter((line) => line.endsWith("fixable")).length);
  });
});
