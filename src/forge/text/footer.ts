import { harmless } from "./harmless.ts";

/** What Tutti itself knows of the work, and says below the agent's words. */
export interface PullRequestFacts {
  readonly job: string;
  readonly sheet: string;
  readonly attempt: number;
  readonly agent: string;
  /** Commits: where the work began, and what was pushed. */
  readonly base: string;
  readonly commit: string;
  readonly validations: readonly ValidationFact[];
  /** `null`: nobody knows what it cost. */
  readonly usd: number | null;
  /** Runs that told no price: the sum is what is known. */
  readonly unpriced: number;
}

export interface ValidationFact {
  readonly description: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  readonly reason: string;
}

const mostValidations = 50;

/** By which it is found again in a text that others may have changed. */
export const footerStart = "---\nMade by Tutti: ";

export function footerOf(facts: PullRequestFacts): string {
  return [
    `${footerStart}job ${cell(facts.job)}, sheet ${cell(facts.sheet)}, attempt ${facts.attempt}, agent ${cell(facts.agent)}.`,
    "",
    ...validationLines(facts.validations),
    "",
    `Commit ${short(facts.commit)} on ${short(facts.base)}. ${costOf(facts)}`,
    "",
  ].join("\n");
}

function validationLines(validations: readonly ValidationFact[]): readonly string[] {
  if (validations.length === 0) return ["**Not validated**: the sheet has no validations."];
  const failed = validations.filter(({ outcome }) => outcome === "failed");
  const others = validations.filter(({ outcome }) => outcome !== "failed");
  // What failed is never what is left out.
  const shown = [...failed, ...others].slice(0, mostValidations);
  const more = validations.length - shown.length;
  return [
    "| validation | said |",
    "|---|---|",
    ...shown.map(
      ({ description, outcome, reason }) =>
        `| ${cell(description)} | ${outcome}${reason === "" ? "" : `: ${cell(reason)}`} |`,
    ),
    ...(more > 0 ? ["", `${more} more ${failed.length > mostValidations ? "are not shown" : "did not fail"}.`] : []),
  ];
}

function costOf({ usd, unpriced }: PullRequestFacts): string {
  if (usd === null) return "What it cost is not known.";
  return `Cost: ${usd.toFixed(2)} US dollars${unpriced === 0 ? "" : `, and what ${unpriced} ${unpriced === 1 ? "run" : "runs"} did not tell`}.`;
}

/** One line that can't leave its place in a table or a sentence: what markdown would read as a sign is only shown. */
function cell(text: string): string {
  const line = harmless(text).replaceAll(/\s+/g, " ").trim();
  const short = line.length <= 200 ? line : `${line.slice(0, 200).toWellFormed()}…`;
  return short.replaceAll(/[\\`*_[\]|~<]/g, String.raw`\$&`);
}

function short(commit: string): string {
  return commit.slice(0, 12);
}
