import { costWords } from "../../api/contract/cost/cost.ts";
import { clip, visible } from "../../base/text.ts";
import { nothingSpentYet, spentWith } from "../../sheet/cost/usage.ts";
import { wrap } from "../terminal/cells.ts";
import type { Entry } from "../../agents/transcript/transcript.ts";

/** A line of a transcript; nothing in it speaks to the terminal. */
export interface ShownLine {
  readonly text: string;
  readonly tone: Tone;
}

export type Tone = "plain" | "dim" | "bold" | "red" | "yellow" | "green";

interface Look {
  /** Columns; `undefined`: lines are as long as they are. */
  readonly width?: number | undefined;
  /** Results of tool calls as a whole. */
  readonly isFull?: boolean | undefined;
}

/** An entry as lines: its time, then what it is. */
export function entryLines(entry: Entry, look: Look = {}): readonly ShownLine[] {
  const parts = partsOf(entry, look);
  const room = look.width === undefined ? undefined : Math.max(20, look.width - margin);
  return parts
    .flatMap(({ text, tone, indent = "" }) =>
      text
        .split("\n")
        .map(tame)
        .flatMap((line) => (room === undefined ? [line] : wrap(line, room - indent.length)))
        .map((line) => ({ text: indent + line, tone })),
    )
    .map(({ text, tone }, index) => ({
      text: `${(index === 0 ? timeOf(entry) : "").padEnd(margin)}${text}`.trimEnd(),
      tone,
    }));
}

const margin = 10;

interface Part {
  readonly text: string;
  readonly tone: Tone;
  readonly indent?: string;
}

function partsOf({ what }: Entry, { isFull }: Look): readonly Part[] {
  switch (what.kind) {
    case "started":
      return [{ text: ["started", what.model ?? ""].join(" ").trimEnd(), tone: "dim" }];
    case "said":
      return [{ text: what.text.trim(), tone: "plain" }];
    case "thought":
      return [{ text: cut(what.text.trim(), isFull), tone: "dim", indent: "~ " }];
    case "heard":
      return [{ text: what.text.trim(), tone: "yellow", indent: "< " }];
    case "did":
      return [{ text: `> ${what.tool} ${what.detail}`.trimEnd(), tone: "bold" }];
    case "got":
      return gotParts(what, isFull);
    case "limited":
      return [{ text: `waits for a limit ${what.message}`.trimEnd(), tone: "yellow" }];
    case "failed":
      return [
        {
          text: `${what.isFinal ? "failed" : "trouble"}${what.problem.status === null ? "" : ` ${what.problem.status}`}: ${what.problem.message}`,
          tone: what.isFinal ? "red" : "yellow",
        },
      ];
    case "ended":
      return [
        ...(what.text === null ? [] : [{ text: what.text.trim(), tone: "plain" as const }]),
        { text: what.isGood ? "ended" : "ended without success", tone: what.isGood ? "dim" : "red" },
      ];
    case "total":
      return [{ text: totalWords(what.usage), tone: "dim" }];
    case "line":
      return [{ text: isFull === true ? what.text : clip(what.text, longestLine), tone: "plain" }];
  }
}

const longestLine = 4_000;

/** A result belongs to the call above it; that is named only where the result is bad. */
function gotParts(
  { tool, text, isGood }: Extract<Entry["what"], { kind: "got" }>,
  isFull: boolean | undefined,
): readonly Part[] {
  const shown = text.trimEnd();
  const failed: readonly Part[] = isGood ? [] : [{ text: `${tool} failed`, tone: "red", indent: "  " }];
  return [...failed, ...(shown === "" ? [] : [{ text: cut(shown, isFull), tone: "dim" as const, indent: "  " }])];
}

const mostLines = 8;

function cut(text: string, isFull: boolean | undefined): string {
  const lines = text.split("\n");
  const rest = lines.length - mostLines;
  return isFull === true || rest <= 1 ? text : [...lines.slice(0, mostLines), `… ${rest} more lines`].join("\n");
}

function totalWords(usage: Extract<Entry["what"], { kind: "total" }>["usage"]): string {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, usd } = usage;
  const cached = cacheReadTokens + cacheWriteTokens;
  const tokens = `${inputTokens} tokens in${cached === 0 ? "" : `, ${cached} cached`}, ${outputTokens} out`;
  const cost = usd === null ? null : costWords(spentWith(nothingSpentYet, usage));
  return cost === null ? tokens : `${tokens}, ${cost}`;
}

function timeOf({ at }: Entry): string {
  return at === null ? "" : new Date(at).toTimeString().slice(0, 8);
}

/**
 * Output of agents is data. Colours are dropped, tabs become spaces, other characters that would speak to the terminal
 * are written out.
 */
export function tame(line: string): string {
  const plain = line.replaceAll(/\u001b\[[0-9;:]*m/g, "").replace(/\r$/, "");
  return visible(plain.replaceAll("\t", "    "));
}
