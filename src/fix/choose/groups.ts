import { type Finding, inOrder } from "../../findings/finding.ts";
import { uniqueIds } from "../../plan/unique-ids.ts";
import type { Group, Grouping, PassedOver } from "../model.ts";
import { leftOutOf } from "./select.ts";

export interface Groups {
  /** Sorted by name; ids are those of the sheets. */
  readonly groups: readonly Group[];
  readonly leftOut: readonly PassedOver[];
}

/** Each finding is in one group, or left out because its sheet is full. */
export function groupFindings(
  findings: readonly Finding[],
  { grouping, most }: { readonly grouping: Grouping; readonly most: number | null },
): Groups {
  const parts = partsOf(findings.toSorted(inOrder), grouping);
  const cut = parts.map((part) => ({
    name: part.name,
    findings: part.findings.slice(0, most ?? part.findings.length),
  }));
  const ids = idsOf(cut.map(({ name }) => (name === "." ? "top" : name)));
  return {
    groups: cut.map((part, place) => groupOf(ids[place] ?? "", part)),
    leftOut: leftOutOf(
      "max-per-sheet",
      parts.flatMap((part, place) => part.findings.slice(cut[place]?.findings.length ?? 0)),
    ),
  };
}

interface Part {
  readonly name: string;
  readonly findings: readonly Finding[];
}

function partsOf(findings: readonly Finding[], grouping: Grouping): readonly Part[] {
  switch (grouping.by) {
    case "file":
      return joined(
        gathered(findings, ({ file }) => file),
        grouping.filesPerSheet,
      );
    case "directory":
      return gathered(findings, ({ file }) => file.slice(0, Math.max(0, file.lastIndexOf("/"))) || ".");
    case "code":
      return gathered(findings, ruleName);
  }
}

/** A tool without codes has one rule. */
export function ruleName({ tool, code }: Pick<Finding, "tool" | "code">): string {
  return code === null || code === "" ? tool : `${tool} ${code}`;
}

function gathered(findings: readonly Finding[], nameOf: (finding: Finding) => string): readonly Part[] {
  const parts = Map.groupBy(findings, nameOf);
  return [...parts.keys()].toSorted().map((name) => ({ name, findings: parts.get(name) ?? [] }));
}

/** Sorted, so that files of one folder stay together. */
function joined(files: readonly Part[], together: number): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < files.length; at += together) {
    const some = files.slice(at, at + together);
    const name = some[0]?.name ?? "";
    parts.push({
      name: some.length === 1 ? name : `${name} and ${some.length - 1} more`,
      findings: some.flatMap((part) => part.findings),
    });
  }
  return parts;
}

function groupOf(id: string, { name, findings }: Part): Group {
  const files = [...new Set(findings.map(({ file }) => file))].toSorted();
  return { id, name, files, findings, fixable: findings.filter(({ fixable }) => fixable).length };
}

const longest = 36;
/** The end of a path alone, such as `ts`, says too little. */
const short = 12;

/** A unique id for each name: lower case, digits and hyphens, from the distinctive end of a long path. */
export function idsOf(names: readonly string[]): readonly string[] {
  return uniqueIds(names.map(wordsOf));
}

function wordsOf(name: string): string {
  const plain = name
    .slice(-1_000)
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
  const words = plain.match(/[a-z\d]+/g) ?? [];
  let id = "";
  for (const word of words.toReversed()) {
    const longer = id === "" ? word.slice(-longest) : `${word}-${id}`;
    if (longer.length > longest) return id.length < short ? longer.slice(-longest).replace(/^-+/, "") : id;
    id = longer;
  }
  return id === "" ? "file" : id;
}
