import { describe, expect, it } from "vitest";
import { tempFolder } from "../kit/folders.ts";
import { realTools, runReal } from "../kit/real-tools.ts";
import { commandFor, helpFor, recordDocs, ruleDocsCases, saidIn, type Told } from "../kit/rule-docs.ts";

const asked = realTools.filter(({ tool }) => ruleDocsCases.some((one) => one.tool === tool));

describe.skipIf(asked.length === 0)("a real tool", () => {
  it.each(asked.map((real) => ({ real, title: `${real.tool} ${real.version}` })))(
    "explains its rules: $title",
    ({ real }) => {
      const cases = ruleDocsCases.filter(({ tool }) => tool === real.tool);
      const told: Record<string, Told> = {};
      for (const one of cases) {
        const command = commandFor(one);
        const { beside } = helpFor(one).help;
        const [program, args] =
          beside === undefined ? [real, command] : [{ ...real, argv: [beside] as const }, command.slice(1)];
        const { stdout, code } =
          told[command.join(" ")] ?? runReal(program, args, { folder: tempFolder(), report: "/nowhere", env: {} });
        told[command.join(" ")] = { stdout, code };
        expect([one.code, saidIn({ stdout, code }, one)]).toEqual([
          one.code,
          one.says === null ? null : expect.stringMatching(one.says),
        ]);
      }
      if (process.env["TUTTI_RECORD"] === "1") recordDocs(real, told);
    },
  );
});
