import { flat, plural } from "../../base/text.ts";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import { withoutInvisible } from "../../base/shown-text.ts";
import type { Collected, Group, PreparedTool } from "../../fix/model.ts";
import { type RuleDoc, type RuleDocs, ruleDoc, ruleKey } from "../../fix/ask/prompt/rule-docs.ts";
import type { ProcessEnd, RunProcess } from "../../process/process.ts";
import { readReport } from "../run.ts";
import { type Question, questionsFor } from "./questions.ts";
import { type DocsRequest, answersIn } from "./request.ts";

export interface DocsPlace {
  readonly run: RunProcess;
  /** A checkout: its configuration sets rules and versions. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cancel: AbortSignal;
  /** Asks packages. */
  readonly program: readonly [string, ...string[]];
}

export interface FoundDocs {
  readonly docs: RuleDocs;
  readonly notes: readonly string[];
}

const atOnce = 3;
/** For all questions: these texts are optional. */
const timeoutMs = 10_000;
const capBytes = 256 * 1024;
/** More than the longest answers to all questions. */
const answersBytes = 4 * 1024 * 1024;

/** Texts of the tools about their rules. A tool that fails or has none is no error. */
export async function askRuleDocs(
  groups: readonly Group[],
  collected: readonly Collected[],
  place: DocsPlace,
): Promise<FoundDocs> {
  const { questions, tooMany } = questionsFor(groups, collected);
  const docs = new Map<string, RuleDoc>();
  const missing: Missing[] =
    tooMany === 0 ? [] : [{ tool: null, rules: tooMany, why: "the limit of rules was reached" }];
  // Packages start slowest.
  const waiting = questions
    .toSorted((one, other) => Number(other.kind === "package") - Number(one.kind === "package"))
    .values();
  const work = async (): Promise<void> => {
    let leftMs = timeoutMs;
    // Workers share one iterator.
    for (const question of waiting) {
      const answer = leftMs <= 0 ? late : await asked(question, { ...place, leftMs });
      leftMs -= answer.tookMs;
      const had = question.rules.filter(({ code }) =>
        keep(docs, ruleKey(question.tool.name, code), answer.said.get(code)),
      );
      const rules = question.rules.length - had.length;
      if (rules > 0) missing.push({ tool: question.tool.name, rules, why: answer.why ?? "it has no text about them" });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { docs, notes: missingNotes(missing) };
}

interface Answer {
  readonly said: ReadonlyMap<string, string>;
  readonly why: string | null;
  readonly tookMs: number;
}

const late: Answer = { said: new Map(), why: "there was no time left", tookMs: 0 };

/** Without colours and control sequences. */
function keep(docs: Map<string, RuleDoc>, key: string, text: string | undefined): boolean {
  const doc = text === undefined ? null : ruleDoc(withoutInvisible(stripVTControlCharacters(text)));
  if (doc !== null) docs.set(key, doc);
  return doc !== null;
}

type AskPlace = DocsPlace & { readonly leftMs: number };

function asked(question: Question, place: AskPlace): Promise<Answer> {
  return question.kind === "command" ? askCommand(question, place) : askPackage(question, place);
}

async function askCommand(
  { tool, argv, rules, read }: Extract<Question, { readonly kind: "command" }>,
  place: AskPlace,
): Promise<Answer> {
  const end = await ran(place, { tool, argv });
  const stdout = end.stdout.toString("utf8");
  const why = faultOf(end);
  if (why !== null) return { said: new Map(), why, tookMs: end.durationMs };
  const said = rules.flatMap(({ code, name }): readonly (readonly [string, string])[] => {
    const text = read(stdout, name);
    return text === null ? [] : [[code, text]];
  });
  return { said: new Map(said), why: null, tookMs: end.durationMs };
}

/** To a file, because plugins may print anything. */
function askPackage(
  { tool, name, program, rules }: Extract<Question, { readonly kind: "package" }>,
  place: AskPlace,
): Promise<Answer> {
  return withFlatFolder(tmpdir(), async (folder) => {
    const report = join(folder, "docs.jsonl");
    const request: DocsRequest = {
      package: name,
      program: program[0],
      rules: rules.map(({ code, file }) => ({ code, file: posix.relative(tool.folder, file) })),
    };
    const argv = [...place.program, report] as const;
    const end = await ran(place, { tool, argv, stdin: JSON.stringify(request), writes: folder });
    const written = await readReport(report, answersBytes);
    const said = answersIn(written.kind === "read" ? (written.text ?? "") : "");
    return { said, why: written.kind === "unreadable" ? written.why : faultOf(end), tookMs: end.durationMs };
  });
}

type Run = Pick<Parameters<RunProcess>[0], "argv" | "stdin"> & {
  readonly tool: PreparedTool;
  /** A folder outside of the checkout. */
  readonly writes?: string;
};

function ran({ run, folder, env, cancel, leftMs }: AskPlace, { tool, writes, ...request }: Run): Promise<ProcessEnd> {
  const cwd = tool.folder === "" ? folder : join(folder, tool.folder);
  return run({
    ...request,
    cwd,
    env: { ...env, ...tool.env },
    output: { kind: "memory", capBytes },
    limits: { timeoutMs: leftMs, cancel, ...(writes === undefined ? {} : { outside: { write: [writes] } }) },
    tree: "contained",
  });
}

function faultOf({ how }: ProcessEnd): string | null {
  if (how.kind === "exited") return how.code === 0 ? null : `it exited with ${how.code}`;
  return how.kind === "timed-out" ? "it did not answer in time" : "it could not be asked";
}

/** Rules without documentation although the tool could be asked. */
interface Missing {
  readonly tool: string | null;
  readonly rules: number;
  readonly why: string;
}

export function missingNotes(missing: readonly Missing[]): readonly string[] {
  const rules = missing.reduce((sum, one) => sum + one.rules, 0);
  if (rules === 0) return [];
  const kinds = Map.groupBy(missing, ({ tool, why }) => (tool === null ? why : `${flat(tool)}: ${why}`));
  const reasons = [...kinds].map(([what, of]) => `${what} (${of.reduce((sum, one) => sum + one.rules, 0)})`).toSorted();
  const what = plural(rules, "rule has", "rules have");
  return [`${what} no text of the tool in the prompts, only an address and advice: ${reasons.join("; ")}`];
}
