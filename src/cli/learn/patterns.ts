import { readFile } from "node:fs/promises";
import type { LearnDrift, LearnExport, PatternView } from "../../api/contract/learn.ts";
import { TuttiError } from "../../base/error.ts";
import { clip, flat, plural, visible } from "../../base/text.ts";
import { requirePattern } from "../../learning/patterns/pattern.ts";
import { act, ask, newKey, withTutti } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { find } from "../reach.ts";
import { shortName } from "../terminal/prose.ts";
import { tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { writeNew } from "../write-new.ts";
import { type LearnOptions, percent, points, say } from "./words.ts";

export async function listPatterns(terminal: Terminal, { json }: LearnOptions): Promise<number> {
  const { patterns } = await ask(terminal, (tutti) => tutti.call("learn.patterns", {}));
  if (json === true) terminal.out(JSON.stringify(patterns));
  else for (const line of patternLines(terminal, patterns)) terminal.out(line);
  return exitCodes.good;
}

function patternLines(terminal: Terminal, patterns: readonly PatternView[]): readonly string[] {
  if (patterns.length === 0)
    return ["no pattern yet", 'Add one with: tutti learn add "what was done, and when it applies"'];
  const rows = patterns.map(({ id, status, shown, held, work, agent, text, ...found }) => ({
    cells: [
      id,
      status,
      shown.trials === 0 || held.trials === 0
        ? "–"
        : `${points(found.difference)} (${points(found.low)} to ${points(found.high)})`,
      `${String(shown.trials)}/${String(held.trials)}`,
      [work, agent].flatMap((word) => (word === null ? [] : [shortName(word)])).join(", ") || "any",
      visible(clip(flat(text), 100)),
    ],
  }));
  const columns = [
    { head: "pattern" },
    { head: "status" },
    { head: "effect (95 %)" },
    { head: "shown/held", rank: 2 },
    { head: "applies to", rank: 1 },
    { head: "text" },
  ];
  return tableLines(terminal, { columns, rows });
}

export async function explainPattern(
  terminal: Terminal,
  { pattern: id, json }: LearnOptions & { readonly pattern: string },
): Promise<number> {
  const { patterns } = await ask(terminal, (tutti) => tutti.call("learn.patterns", {}));
  const found = requirePattern(patterns, id);
  say(terminal, json, { value: found, lines: whyLines(found) });
  return exitCodes.good;
}

function whyLines({ text, by, work, agent, shown, held, status, evidence, ...found }: PatternView): readonly string[] {
  const side = ({ good, trials }: PatternView["shown"]): string =>
    trials === 0 ? "none yet" : `${String(good)} of ${String(trials)} landed (${percent(good / trials)})`;
  return [
    ...text.split("\n").map((line) => `> ${visible(line)}`),
    `Written by ${by === "agent" ? "an agent" : "a person"}; applies to ${work ?? "any work"} with ${agent ?? "any agent"}.`,
    `First attempts with it: ${side(shown)}; kept out by chance: ${side(held)}.`,
    `Effect: ${points(found.difference)}, 95 % interval ${points(found.low)} to ${points(found.high)}.`,
    `Evidence against no effect: ${evidence.toFixed(1)}; 20 decides.`,
    statusWords[status],
  ];
}

const statusWords: Readonly<Record<PatternView["status"], string>> = {
  proposed: "It is in no prompt: an agent proposed it. Let it be compared with: tutti learn accept PATTERN",
  trial: "It is in the prompts of a random half of the sheets that it applies to, where learning.prompts is on.",
  promoted: "It was shown to help: it is in all prompts that it applies to but a tenth.",
  demoted: "It is in no prompt: 800 pairs of sheets showed no effect.",
  quarantined: "It is in no prompt: it was shown to do harm.",
};

export async function addPattern(
  terminal: Terminal,
  {
    text,
    work,
    agent,
    json,
  }: LearnOptions & { readonly text: string; readonly work?: string; readonly agent?: string },
): Promise<number> {
  // Every command in a sheet counts as its agent's.
  const by = (process.env["TUTTI_SHEET"] ?? "") === "" ? "person" : "agent";
  const asked = { text, work: work ?? null, agent: agent ?? null, by, key: newKey() } as const;
  const added = await act(terminal, (tutti) => tutti.call("learn.add", asked));
  const waits = by === "agent" ? `; a person lets it be compared with: tutti learn accept ${added.id}` : "";
  say(terminal, json, { value: added, lines: [`${added.id}${waits}`] });
  return exitCodes.good;
}

export async function acceptPattern(
  terminal: Terminal,
  { pattern, json }: LearnOptions & { readonly pattern: string },
): Promise<number> {
  const accepted = await act(terminal, (tutti) => tutti.call("learn.accept", { pattern, key: newKey() }));
  say(terminal, json, { value: accepted, lines: [`${accepted.id} is compared from now on`] });
  return exitCodes.good;
}

export async function showDrift(
  terminal: Terminal,
  { window, json }: LearnOptions & { readonly window?: string },
): Promise<number> {
  const asked = window === undefined ? {} : { window: Number(window) };
  const found = await ask(terminal, (tutti) => tutti.call("learn.drift", asked));
  say(terminal, json, { value: found, lines: driftLines(terminal, found) });
  return exitCodes.good;
}

function driftLines(terminal: Terminal, { drift, spread }: LearnDrift): readonly string[] {
  if (spread.length === 0) return ["no attempt is recorded yet"];
  const changes = drift.map(({ work, agent, before, newest, isShown, ...found }) => ({
    cells: [
      shortName(work),
      shortName(agent),
      percent(before.good / before.trials),
      `${percent(newest.good / newest.trials)} of ${String(newest.trials)}`,
      `${points(found.difference)} (${points(found.low)} to ${points(found.high)})`,
      isShown ? (found.difference < 0 ? "worse" : "better") : "",
    ],
  }));
  const heads = ["work", "agent", "before", "newest", "change (95 %)", "shown"];
  return [
    ...(changes.length === 0
      ? ["Too few attempts to compare the newest with those before: 40 of one agent at one kind of work are needed."]
      : tableLines(terminal, { columns: heads.map((head) => ({ head })), rows: changes })),
    "",
    ...tableLines(terminal, {
      columns: ["work", "attempts", "agents", "entropy"].map((head) => ({ head })),
      rows: spread.map(({ work, attempts, agents, entropy }) => ({
        cells: [shortName(work), String(attempts), String(agents), entropy.toFixed(2)],
      })),
    }),
    "Entropy: 0 where one agent gets all attempts, 1 where all get as many.",
  ];
}

export async function exportLearned(terminal: Terminal, { output }: { readonly output?: string }): Promise<number> {
  const text = JSON.stringify(await ask(terminal, (tutti) => tutti.call("learn.export", {})));
  if (output === undefined) terminal.out(text);
  else await writeNew(output, `${text}\n`, false);
  return exitCodes.good;
}

const atOnce = 500;

export async function importLearned(
  terminal: Terminal,
  { file, json }: LearnOptions & { readonly file: string },
): Promise<number> {
  const { patterns, outcomes } = await readExport(file);
  const reached = await find(terminal, { start: true });
  const done = await withTutti(reached.tutti, async (tutti) => {
    const sum = { patterns: 0, attempts: 0 };
    for (let at = 0; at === 0 || at < Math.max(patterns.length, outcomes.length); at += atOnce) {
      const part = { patterns: patterns.slice(at, at + atOnce), outcomes: outcomes.slice(at, at + atOnce) };
      const read = await tutti.call("learn.import", { ...part, key: newKey() });
      sum.patterns += read.patterns;
      sum.attempts += read.attempts;
    }
    return sum;
  });
  const lines = [
    `${plural(done.patterns, "pattern")} and ${plural(done.attempts, "attempt")} read; patterns wait for: tutti learn accept PATTERN`,
  ];
  say(terminal, json, { value: done, lines });
  return exitCodes.good;
}

async function readExport(file: string): Promise<Pick<LearnExport, "patterns" | "outcomes">> {
  const wrong = (cause: unknown): TuttiError =>
    new TuttiError("cli.usage", `${file} is no export of tutti learn`, {
      audience: "user",
      hint: "Write one with: tutti learn export --output FILE",
      cause,
    });
  try {
    const read = JSON.parse(await readFile(file, "utf8")) as Partial<LearnExport>;
    if (read.version === 1 && Array.isArray(read.patterns) && Array.isArray(read.outcomes))
      return { patterns: read.patterns, outcomes: read.outcomes };
  } catch (error) {
    throw wrong(error);
  }
  throw wrong(undefined);
}

export async function forgetLearned(
  terminal: Terminal,
  { pattern, olderThan, json }: LearnOptions & { readonly pattern?: string; readonly olderThan?: number },
): Promise<number> {
  if (pattern === undefined && olderThan === undefined)
    throw new TuttiError("cli.usage", "say what is to be forgotten", {
      audience: "user",
      hint: "A pattern, or records: tutti learn forget --older-than 0",
    });
  const asked = {
    ...(pattern === undefined ? {} : { pattern }),
    ...(olderThan === undefined ? {} : { before: Math.max(0, Date.now() - olderThan * 86_400_000) }),
  };
  const done = await act(terminal, (tutti) => tutti.call("learn.forget", { ...asked, key: newKey() }));
  say(terminal, json, {
    value: done,
    lines: [`forgotten: ${plural(done.patterns, "pattern")}, ${plural(done.attempts, "recorded attempt")}`],
  });
  return exitCodes.good;
}
