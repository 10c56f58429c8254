import type { Finding } from "../../findings/finding.ts";
import type { FixRecord } from "../model.ts";
import type { Measured } from "./numbers.ts";
import { compared } from "./text.ts";
import { kindOf } from "../verify/recheck.ts";
import type { FindingStanding, Recheck } from "./shape.ts";

/** Introduced, remaining, fixed; each by place. */
export function standingsOf(
  record: FixRecord,
  measured: readonly Measured[],
  recheck: Recheck | null,
): readonly FindingStanding[] {
  const owners = ownersOf(measured);
  const looked = recheck?.tools.flatMap((one) => (one.kind === "read" ? [one] : [])) ?? [];
  const isLooked = new Set(looked.map(({ tool }) => tool));
  const seen = looked.flatMap(({ fixed, remaining, introduced }) => [
    ...introduced.map((finding) => single("introduced", finding, owners)),
    ...remaining.map(([before, now]) => ({
      ...single("remaining", now, owners),
      isAsked: ownersAt(owners, before).length > 0,
    })),
    ...fixed.map((finding) => single("fixed", finding, owners)),
  ]);
  const counted = fromCounts(
    record.findings.filter(({ tool }) => !isLooked.has(tool)),
    measured,
    owners,
  );
  const broughtIn = measured.flatMap(({ codes }) =>
    codes.flatMap((one) => (one.introduced === 0 || isLooked.has(one.tool) ? [] : [newcomers(one)])),
  );
  return [...seen, ...counted, ...broughtIn].sort(byPlace);
}

/** File, tool and code → the sheets that were asked about it. */
type Owners = ReadonlyMap<string, readonly number[]>;

function ownersOf(measured: readonly Measured[]): Owners {
  const asked = measured.flatMap(({ report, codes }, place) =>
    codes.flatMap((one) =>
      one.asked === 0 ? [] : report.files.map((file) => ({ place, key: placeOf(file, one.tool, one.code) })),
    ),
  );
  return new Map([...Map.groupBy(asked, ({ key }) => key)].map(([key, all]) => [key, all.map(({ place }) => place)]));
}

function placeOf(file: string, tool: string, code: string): string {
  return JSON.stringify([file, tool, code]);
}

function ownersAt(owners: Owners, { file, tool, code }: Finding): readonly number[] {
  return owners.get(placeOf(file, tool, code ?? "")) ?? [];
}

function single(state: FindingStanding["state"], finding: Finding, owners: Owners): FindingStanding {
  const isAsked = state !== "introduced" && ownersAt(owners, finding).length > 0;
  return { state, finding, count: 1, files: finding.file === "" ? [] : [finding.file], isAsked };
}

/** By counts: findings of one kind and sheet share a state, or the entry says how many of them have it. */
function fromCounts(
  findings: readonly Finding[],
  measured: readonly Measured[],
  owners: Owners,
): readonly FindingStanding[] {
  const groups = Map.groupBy(findings, (finding) =>
    JSON.stringify([ownersAt(owners, finding), kindOf(finding.tool, finding.code ?? "")]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const fixedCount = ownersAt(owners, first)
      .flatMap((place) => measured[place]?.codes ?? [])
      .filter(({ tool, code }) => tool === first.tool && code === (first.code ?? ""))
      .reduce((sum, { fixed, gone }) => sum + fixed + gone, 0);
    if (fixedCount === 0) return group.map((finding) => single("remaining", finding, owners));
    if (fixedCount >= group.length) return group.map((finding) => single("fixed", finding, owners));
    return [some("remaining", group, group.length - fixedCount), some("fixed", group, fixedCount)];
  });
}

function some(state: "remaining" | "fixed", group: readonly Finding[], count: number): FindingStanding {
  const files = [...new Set(group.map(({ file }) => file))].sort();
  const [first] = group;
  const finding: Finding = {
    ...(first ?? unplaced),
    file: files[0] ?? "",
    line: null,
    column: null,
    message: `${count} of ${group.length} ${state === "fixed" ? "are fixed" : "remain"}; which of them was not recorded`,
  };
  return { state, finding, count, files, isAsked: true };
}

const unplaced: Finding = {
  tool: "",
  file: "",
  line: null,
  column: null,
  code: null,
  message: "",
  severity: null,
  fixable: false,
};

/** Their places were not recorded. */
function newcomers({
  tool,
  code,
  introduced,
}: {
  readonly tool: string;
  readonly code: string;
  readonly introduced: number;
}): FindingStanding {
  const finding = {
    ...unplaced,
    tool,
    code: code === "" ? null : code,
    message: `${introduced} introduced; where was not recorded`,
  };
  return { state: "introduced", finding, count: introduced, files: [], isAsked: false };
}

const states: readonly FindingStanding["state"][] = ["introduced", "remaining", "fixed"];

function byPlace(one: FindingStanding, other: FindingStanding): number {
  const [a, b] = [one.finding, other.finding];
  return (
    states.indexOf(one.state) - states.indexOf(other.state) ||
    compared(a.file, b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compared(a.tool, b.tool) ||
    compared(a.code ?? "", b.code ?? "") ||
    compared(a.message, b.message)
  );
}
