import type { LandedCommit } from "../../git/history/trailers.ts";
import { landingLevels } from "../../sheet/state.ts";

/** One commit, or the parts of a sheet whose commits were kept, oldest first. */
export interface LandingRun {
  readonly commits: readonly [LandedCommit, ...LandedCommit[]];
  /** The target's commit after it. */
  readonly last: LandedCommit;
}

/** In the order of history. */
export function landingRuns(commits: readonly LandedCommit[]): readonly LandingRun[] {
  const runs: [LandedCommit, ...LandedCommit[]][] = [];
  const open = new Map<string, [LandedCommit, ...LandedCommit[]]>();
  for (const commit of commits) {
    const run = open.get(keyOf(commit));
    if (run !== undefined && goesOn(run, commit)) run.push(commit);
    else {
      const next: [LandedCommit, ...LandedCommit[]] = [commit];
      open.set(keyOf(commit), next);
      runs.push(next);
    }
  }
  return runs.map((run) => ({ commits: run, last: run.at(-1) ?? run[0] }));
}

function keyOf({ job, sheet }: LandedCommit): string {
  return `${job}\n${sheet}`;
}

function goesOn(run: readonly LandedCommit[], commit: LandedCommit): boolean {
  const [before, now] = [partOf(run.at(-1)?.part ?? ""), partOf(commit.part)];
  return before !== undefined && now !== undefined && now.of === before.of && now.number > before.number;
}

function partOf(text: string): { readonly number: number; readonly of: number } | undefined {
  const [, number, of] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  return number === undefined || of === undefined ? undefined : { number: Number(number), of: Number(of) };
}

/** Landings of sheets that landed more than once. */
export function doubled(runs: readonly LandingRun[]): ReadonlySet<LandingRun> {
  const sheets = Map.groupBy(runs, ({ last }) => keyOf(last));
  return new Set([...sheets.values()].filter((same) => same.length > 1).flat());
}

/** Wrong trailers, or parts that are not one run without a gap. */
export function runProblems({ commits, last }: LandingRun): readonly string[] {
  const [first, ...more] = commits;
  const isOne = (pick: (commit: LandedCommit) => string): boolean =>
    more.every((commit) => pick(commit) === pick(first));
  const gaps = more.filter(
    (commit, place) => commit.parents.length !== 1 || commit.parents[0] !== commits[place]?.commit,
  );
  return [
    ...trailerProblems(last),
    ...(isOne(({ attempt, base, validated, receipt }) => [attempt, base, validated, receipt].join("\n"))
      ? []
      : ["its parts do not say the same of it"]),
    ...partProblems(commits),
    ...(gaps.length === 0 ? [] : ["its parts do not follow each other"]),
  ];
}

function trailerProblems({ attempt, base, validated, receipt, repeats }: LandedCommit): readonly string[] {
  return [
    ...(repeats ? ["says something more than once in its trailers"] : []),
    ...(/^[1-9]\d*$/.test(attempt) ? [] : ["has no attempt in its trailers"]),
    ...(/^[0-9a-f]{40,64}$/.test(base) ? [] : ["has no base in its trailers"]),
    ...(validated === ""
      ? ["does not say how it was validated"]
      : landingLevels.some((level) => level === validated)
        ? []
        : ["says that it was validated in a way that there is not"]),
    ...(receipt === "" || /^[0-9a-f]{64}$/.test(receipt) ? [] : ["names its receipt by something that is no digest"]),
  ];
}

function partProblems(commits: LandingRun["commits"]): readonly string[] {
  const parts = commits.map(({ part }) => part);
  if (parts.every((part) => part === "")) return [];
  const of = partOf(parts[0] ?? "")?.of ?? 0;
  const isWhole = parts.length === of && parts.every((part, place) => part === `${String(place + 1)}/${String(of)}`);
  return isWhole ? [] : [`has parts ${parts.join(", ")} only`];
}
