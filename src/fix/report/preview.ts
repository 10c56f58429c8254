import { firstFew } from "../../base/text.ts";
import type { WrittenAgent } from "../../score/schema/agent.ts";
import { agentWords, autofixer, inLine } from "./text.ts";
import { shownTool } from "../tool-folder.ts";
import { ruleName } from "../choose/groups.ts";
import { leftOutWords } from "./summary.ts";
import type { Collected, FixSheet, Group, PassedOver } from "../model.ts";
import { saidBy } from "../choose/reported-by.ts";
import { middleOf, padEnd, padStart, widthOf } from "./formats/width.ts";

interface FixPreview {
  readonly commit: string | null;
  readonly findings: number;
  readonly byTool: readonly ToolRow[];
  readonly byCode: readonly CodeRow[];
  readonly byFile: readonly FileRow[];
  readonly leftOut: readonly PassedOver[];
  readonly sheets: readonly SheetRow[];
  /** Their findings are unknown. */
  readonly failed: readonly { readonly tool: string; readonly why: string }[];
  readonly notes: readonly string[];
}

interface Counted {
  readonly findings: number;
  readonly fixable: number;
}
interface ToolRow extends Counted {
  readonly tool: string;
  /** In any scope. */
  readonly found: number;
  readonly files: number;
  readonly config: string | null;
}
interface CodeRow extends Counted {
  readonly tool: string;
  readonly code: string | null;
  readonly files: number;
}
interface FileRow extends Counted {
  readonly file: string;
  readonly tools: readonly string[];
}
interface SheetRow extends Counted {
  readonly id: string;
  readonly name: string;
  readonly files: number;
  readonly agents: readonly string[];
}

export interface PreviewParts {
  readonly commit: string | null;
  readonly collected: readonly Collected[];
  readonly groups: readonly Group[];
  readonly sheets: readonly FixSheet[];
  readonly leftOut: readonly PassedOver[];
  /** The agent and its fallbacks. */
  readonly agents: readonly WrittenAgent[];
  readonly notes: readonly string[];
}

/** For `--json`. */
export function previewOf({ commit, collected, groups, sheets, leftOut, agents, notes }: PreviewParts): FixPreview {
  const taken = groups.flatMap((group) => group.findings);
  const isOf = saidBy(collected);
  const names = agents.map(agentName);
  const hasAutofix = new Set(sheets.flatMap((sheet) => (sheet.hasAutofix ? [sheet.id] : [])));
  const filesIn = (findings: readonly { readonly file: string }[]): number =>
    new Set(findings.map(({ file }) => file)).size;
  const fixableIn = (findings: readonly { readonly fixable: boolean }[]): number =>
    findings.filter(({ fixable }) => fixable).length;
  return {
    commit,
    findings: taken.length,
    byTool: collected.flatMap((said) => {
      if (said.kind === "failed") return [];
      const own = taken.filter((finding) => isOf(said.tool, finding));
      const counts = {
        found: said.findings.length,
        findings: own.length,
        fixable: fixableIn(own),
        files: filesIn(own),
      };
      return [{ tool: shownTool(said.tool), ...counts, config: said.tool.config }];
    }),
    byCode: mostFirst(
      [...Map.groupBy(taken, ruleName).values()].flatMap((own) => {
        const [first] = own;
        return first === undefined
          ? []
          : [
              {
                tool: first.tool,
                code: first.code,
                findings: own.length,
                fixable: fixableIn(own),
                files: filesIn(own),
              },
            ];
      }),
    ),
    byFile: mostFirst(
      [...Map.groupBy(taken, ({ file }) => file)].map(([file, own]) => ({
        file,
        tools: [...new Set(own.map(({ tool }) => tool))].toSorted(),
        findings: own.length,
        fixable: fixableIn(own),
      })),
    ),
    leftOut,
    sheets: groups.map(({ id, name, files, findings, fixable }) => ({
      id,
      name,
      files: files.length,
      findings: findings.length,
      fixable,
      agents: hasAutofix.has(id) ? [autofixer, ...names] : names,
    })),
    failed: collected.flatMap((said) =>
      said.kind === "failed" ? [{ tool: shownTool(said.tool), why: said.why }] : [],
    ),
    notes,
  };
}

/** Equal numbers keep the order of files. */
function mostFirst<T extends Counted>(rows: readonly T[]): readonly T[] {
  return rows.toSorted((one, other) => other.findings - one.findings);
}

export function agentName(agent: WrittenAgent): string {
  if (typeof agent === "string") return agent;
  return "use" in agent ? `${agent.use}${agent.model === undefined ? "" : ` (${agent.model})`}` : agent.command[0];
}

const mostRows = 40;

/** For people. Output of tools cannot control the terminal. */
export function previewLines(
  preview: FixPreview,
  { width }: { readonly width?: number | undefined } = {},
): readonly string[] {
  const { byTool, byCode, byFile, sheets, leftOut, failed, notes } = preview;
  const table = (title: string, heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
    rows.length === 0 ? [] : [title, ...alignedRows(heads, rows, { most: mostRows, width }), ""];
  const numbers = ({ findings, fixable }: Counted): readonly string[] => [String(findings), String(fixable)];
  return [
    ...table(
      "By tool",
      ["tool", "found", "to fix", "fixable", "files", "config"],
      byTool.map((row) => [row.tool, String(row.found), ...numbers(row), String(row.files), row.config ?? "-"]),
    ),
    ...table(
      "By rule",
      ["rule", "to fix", "fixable", "files"],
      byCode.map((row) => [ruleName(row), ...numbers(row), String(row.files)]),
    ),
    ...table(
      "By file",
      ["file", "to fix", "fixable", "tools"],
      byFile.map((row) => [row.file, ...numbers(row), row.tools.join(", ")]),
    ),
    ...table(
      "Sheets",
      ["sheet", "about", "to fix", "fixable", "agents"],
      sheets.map((row) => [row.id, row.name, ...numbers(row), agentWords(row.agents).join(" → ")]),
    ),
    ...table(
      "Left out",
      ["findings", "why", "files"],
      leftOut.map(({ why, findings, files }) => [String(findings), leftOutWords[why], namedFiles(files)]),
    ),
    ...table(
      "Tools that broke",
      ["tool", "why"],
      failed.map(({ tool, why }) => [tool, why.split("\n", 1)[0] ?? ""]),
    ),
    ...notes.map((note) => `Note: ${inLine(note)}.`),
  ];
}

function namedFiles(files: readonly string[]): string {
  return firstFew(files, 3);
}

interface RowsHow {
  /** At most this many rows. */
  readonly most: number;
  /** Columns of the terminal; absent: nothing is cut. */
  readonly width?: number | undefined;
}

/** No cell is wider, even without a terminal. */
const widest = 1_000;
const narrowest = 8;
const indent = "  ";
const gap = "  ";

/** Columns as wide as needed; without room, the widest are cut in the middle. Numbers are right-aligned. */
function alignedRows(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  { most, width = Infinity }: RowsHow,
): readonly string[] {
  const shown = [heads, ...rows.slice(0, most)].map((row) => row.map((cell) => middleOf(visible(cell), widest)));
  const isNumber = heads.map((_, column) => rows.length > 0 && rows.every((row) => /^\d+$/.test(row[column] ?? "")));
  const natural = heads.map((_, column) => Math.max(...shown.map((row) => widthOf(row[column] ?? ""))));
  const widths = fitted(natural, isNumber, width - indent.length - gap.length * (heads.length - 1));
  const lines = shown.map((row) => {
    const cells = row.map((cell, column) => {
      const room = widths[column] ?? 0;
      return isNumber[column] === true ? padStart(cell, room) : padEnd(middleOf(cell, room), room);
    });
    return `${indent}${cells.join(gap).trimEnd()}`;
  });
  return rows.length > most ? [...lines, `${indent}… and ${rows.length - most} more`] : lines;
}

/** Takes the excess from the widest text column, down to the next one's width. */
function fitted(natural: readonly number[], isNumber: readonly boolean[], room: number): readonly number[] {
  const widths = [...natural];
  const over = (): number => widths.reduce((sum, one) => sum + one, 0) - room;
  while (over() > 0) {
    const [first, second] = widths
      .map((width, column) => ({ width, column }))
      .filter(({ width, column }) => isNumber[column] !== true && width > narrowest)
      .sort((one, other) => other.width - one.width);
    if (first === undefined) break;
    const floor = Math.max(narrowest, second === undefined ? 0 : second.width);
    widths[first.column] = first.width - Math.min(over(), Math.max(1, first.width - floor));
  }
  return widths;
}

/** Escapes characters that break the line, change its direction or control the terminal. */
function visible(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
