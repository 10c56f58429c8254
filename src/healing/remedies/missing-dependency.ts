import { firstFew } from "../../base/text.ts";
import { commandTemplate } from "../../score/plan/command.ts";
import { failedOf } from "../../sheet/verdict.ts";
import type { Act, Facts, FailedSheet, Proposal, Remedy } from "../remedy.ts";

/** A package or a program of the project is not there in the context. */
export const missingDependency: Remedy = {
  code: "H05",
  evidence: (facts) => {
    const failed = facts.failed.flatMap((sheet) => {
      const what = missingIn(sheet);
      return what === null ? [] : [{ id: sheet.id, what }];
    });
    const { rest } = facts;
    const unready =
      rest.kind === "paused" && rest.cause?.kind === "unready"
        ? rest.cause.problems.find(({ code }) => code === "ready.package_missing")
        : undefined;
    if (failed.length === 0 && unready === undefined) return [];
    return [proposal(facts, { failed, why: unready?.why ?? `${failed[0]?.what ?? ""} is not there` })];
  },
};

interface Found {
  readonly failed: readonly { readonly id: FailedSheet["id"] }[];
  readonly why: string;
}

const signs = [
  /(?:Cannot find module|Cannot find package|Can't resolve) '(?<what>[^./'][^']*)'/,
  /No module named '?(?<what>[\w.]+)'?/,
  /cannot load such file -- (?<what>[^\s)]+)/,
  /(?:no required module provides package|can't find crate for) `?(?<what>[^\s;`]+)/,
  /(?:^|: )(?<what>[\w.@-]+): (?:command )?not found/m,
];

function missingIn({ last }: FailedSheet): string | null {
  for (const { reason } of failedOf(last?.verdict ?? { kind: "unvalidated" }))
    for (const sign of signs) {
      const what = sign.exec(reason)?.groups?.["what"];
      if (what !== undefined) return what;
    }
  return null;
}

function proposal({ job, installer }: Facts, { failed, why }: Found): Proposal {
  const sheets = failed.map(({ id }) => id);
  const retry = sheets.length === 0 ? "go on with the job" : `try ${firstFew(sheets)} once more`;
  const common = { code: "H05" as const, sheets, what: `${why}, so what was asked for can't work` };
  const then: Act["then"] = sheets.length === 0 ? "go-on" : "retry";
  const commands = job.plan.prepare?.commands ?? [];
  if (commands.length > 0) {
    const prepare = { ...job.plan.prepare, commands: commands.map((command) => ({ ...command, inputs: [] })) };
    return {
      ...common,
      kind: "automatic",
      steps: ["prepare contexts anew: run prepare.commands in each, and use no earlier result of them", retry],
      act: { patch: { prepare }, then },
    };
  }
  if (installer === null)
    return {
      ...common,
      kind: "diagnostic",
      steps: ["Install it in your checkout, or write the command that installs it into prepare.commands."],
      act: { then: "go-on" },
    };
  const command = { command: commandTemplate(installer.command), timeoutMs: 600_000, inputs: null };
  return {
    ...common,
    kind: "suggested",
    steps: [`run ${installer.command} in each context, because the checkout has a ${installer.file}`, retry],
    act: { patch: { prepare: { ...job.plan.prepare, commands: [command] } }, then },
  };
}
