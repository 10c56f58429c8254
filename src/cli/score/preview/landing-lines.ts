import { type Uncounted, uncountedWords } from "../../../api/contract/cost/cost.ts";
import { firstFew, visible } from "../../../base/text.ts";
import type { CostPlan, Plan } from "../../../score/plan/plan.ts";
import type {
  CommitPreview,
  GatePreview,
  LandingPreview,
  PullRequestPreview,
} from "../../../score/preview/settings.ts";
import { triedPreview } from "../../../score/preview/tried.ts";
import { prose } from "../../terminal/prose.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** How results land, for people: only what is not as usual. */
export function landingLines(landing: LandingPreview): readonly string[] {
  const { mode, gates, pull_request: request } = landing;
  return [
    ...(mode === "approve" ? [`results ${request === null ? "land" : "are proposed"} when you approve them`] : []),
    ...(request === null ? landedWords(landing) : [requestWords(request)]),
    ...gates.map((gate, index) => `gate ${index + 1}: ${gateWords(gate, landing)}`),
    ...(landing.protected.length === 0
      ? []
      : [`changes of ${landing.protected.map(visible).join(", ")} land when you approve them`]),
  ].map((words) => `  ${words}`);
}

/** The same in a few words behind "landing on main". */
export function landingWords({ mode, strategy, gates, tests, pull_request: request, push }: LandingPreview): string {
  const names = gates.map(({ name }) => visible(name)).join(", ");
  return [
    mode === "approve" ? " once you approve" : "",
    request === null && strategy !== "squash" ? ` (${strategy})` : "",
    tests === "none" || names === "" ? "" : `, gates: ${names}${testWords[tests]}`,
    push === false ? "" : `, pushed to ${remoteWords(push)}`,
  ].join("");
}

const testWords = { full: "", quick: " (quick)", final: " (at the end)" } as const;

function landedWords({ strategy, sign, push }: LandingPreview): readonly string[] {
  const words = [
    ...(strategy === "squash"
      ? []
      : [
          strategy === "merge"
            ? "with the agent's commits and one that joins them"
            : "with the agent's commits, on top of the target",
        ]),
    ...(sign ? ["signed"] : []),
    ...(push === false ? [] : [`then pushed to ${remoteWords(push)}`]),
  ];
  return words.length === 0 ? [] : [`results land ${words.join(", ")}`];
}

function remoteWords(push: string | true): string {
  return push === true ? "the remote that the target follows" : visible(push);
}

function requestWords({ remote, upstream, forge, draft, labels, for_failed: forFailed }: PullRequestPreview): string {
  return [
    `a ${draft ? "draft " : ""}pull request for each sheet, from ${visible(remote)}${upstream === null ? "" : ` to ${visible(upstream)}`}${forge === null ? "" : ` (${forge})`}`,
    ...(labels.length === 0 ? [] : [`labels: ${labels.map(visible).join(", ")}`]),
    ...(forFailed ? ["also for those that failed"] : []),
  ].join("; ");
}

function gateWords({ name, run, quick, files }: GatePreview, { tests }: LandingPreview): string {
  const line = tests === "quick" ? (quick ?? run) : run;
  const when =
    tests === "full" || (tests === "quick" && quick !== null)
      ? ""
      : { quick: " (it has no quick form)", final: " (at the end)", none: " (not run: tests: none)" }[tests];
  const made = files.length === 0 ? "" : `; made of ${files.map(visible).join(", ")}`;
  return `${visible(name)}: ${visible(typeof line === "string" ? line : line.join(" "))}${when}${made}`;
}

/** The commands that run before the first agent. */
export function triedLines(plan: Plan): readonly string[] {
  const { commands, untried } = triedPreview(plan);
  return [
    ...(commands.length === 0 ? [] : [`tried on the base before an agent starts: ${firstFew(commands.map(visible))}`]),
    ...(untried.length === 0
      ? []
      : [`not tried, since only sheets write to the workspace: ${firstFew(untried.map(visible))}`]),
  ];
}

/** The commit message of a sheet, if the score sets anything about it. */
export function commitLines(commit: CommitPreview, title: string): readonly string[] {
  if ("why" in commit) return [`  commit: known only when it lands (${visible(commit.why)})`];
  const { type, scope, summary, body, trailers, co_authors: authors } = commit;
  const rest = [
    ...Object.entries(trailers).map(([name, value]) => `${name}: ${value}`),
    ...authors.map((author) => `Co-authored-by: ${author}`),
  ];
  if (type === null && scope === null && summary === null && body === null && rest.length === 0) return [];
  const start = type === null && scope === null ? "" : `${type ?? "…"}${scope === null ? "" : `(${scope})`}: `;
  return [
    `  commit: ${visible(`${start}${summary ?? title}`)}`,
    ...[...(body?.split("\n") ?? []), ...rest].map((line) => `    ${visible(line)}`.trimEnd()),
  ];
}

/** The cost limits, for people; no line where there is no limit. */
export function costLines({ perSheetUsd, perJobUsd, warnAt }: CostPlan): readonly string[] {
  const limits = [
    ...(perSheetUsd === null ? [] : [`${dollars(perSheetUsd)} for a sheet`]),
    ...(perJobUsd === null ? [] : [`${dollars(perJobUsd)} for the job`]),
  ];
  return limits.length === 0 ? [] : [`costs at most ${limits.join(", ")}; told from ${Math.round(warnAt * 100)} % on`];
}

/** Names agents that the limit can't hold. */
export function uncountedLines(terminal: Terminal, uncounted: readonly Uncounted[]): readonly string[] {
  const words = uncountedWords(uncounted);
  return words === null ? [] : [`${terminal.yellow("warning")} ${prose(words)}`];
}

function dollars(amount: number): string {
  return `$${amount < 0.01 ? String(amount) : amount.toFixed(2)}`;
}
