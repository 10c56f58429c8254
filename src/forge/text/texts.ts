import { oneLine, plural } from "../../base/text.ts";
import { harmless } from "./harmless.ts";
import { titleOf, withoutMark } from "./title.ts";

export interface PullRequestWords extends PullRequestFacts {
  /** From the score or an agent; empty: the sheet's name. */
  readonly title: string;
  readonly body: string;
}

/** The most that GitHub takes, counted in bytes: a server that counts characters counts fewer. */
const mostBytes = 65_536;
/** Beyond this nothing can be shown anyway. */
const longestRead = 4 * mostBytes;
const cutNote = "\n\n*(cut: it was longer than a pull request takes)*";

export function pullRequestTexts(words: PullRequestWords): { readonly title: string; readonly body: string } {
  const title = titleOf(withoutMark(harmless(words.title.slice(0, 2000))));
  const footer = footerOf(words);
  const room = mostBytes - Buffer.byteLength(footer) - Buffer.byteLength(cutNote) - 100;
  const said = harmless(words.body.slice(0, longestRead)).trim();
  const cut = cutBytes(said, room);
  const isCut = cut !== said || words.body.length > longestRead;
  const body = `${closed(cut)}${isCut ? cutNote : ""}`;
  return {
    title: title === "" ? titleOf(harmless(`Sheet ${words.sheet}`)) : title,
    body: body === "" ? footer : `${body}\n\n${footer}`,
  };
}

/** The text as people left it, with Tutti's facts renewed. */
export function withFacts(body: string, facts: PullRequestFacts): string {
  const plain = body.replaceAll("\r\n", "\n");
  const old = plain.lastIndexOf(footerStart);
  const said = (old === -1 ? plain : plain.slice(0, old)).trimEnd();
  return said === "" ? footerOf(facts) : `${said}\n\n${footerOf(facts)}`;
}

function cutBytes(text: string, room: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= room) return text;
  // A character that was cut through decodes as U+FFFD.
  return bytes
    .subarray(0, room)
    .toString("utf8")
    .replace(/\ufffd$/, "")
    .trimEnd();
}

/** An open block of code would swallow everything below it. */
function closed(text: string): string {
  let open: string | null = null;
  for (const line of text.split("\n")) {
    const fence: string | undefined = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) continue;
    if (open === null) open = fence;
    else if (fence.startsWith(open) && line.trim() === fence) open = null;
  }
  return open === null ? text : `${text}\n${open}`;
}

/** Facts below the agent's text. */
export interface PullRequestFacts {
  readonly job: string;
  readonly sheet: string;
  readonly attempt: number;
  readonly agent: string;
  /** Commits: where the work began, and what was pushed. */
  readonly base: string;
  readonly commit: string;
  readonly validations: readonly ValidationFact[];
  /** `null`: unknown. */
  readonly usd: number | null;
  /** Runs that told no price: the sum is what is known. */
  readonly unpriced: number;
}

interface ValidationFact {
  readonly description: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  readonly reason: string;
}

const mostValidations = 50;

/** Finds the facts again in a text that people may have changed. */
const footerStart = "---\nMade by Tutti: ";

function footerOf(facts: PullRequestFacts): string {
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
  // A failed validation is never omitted.
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
  if (usd === null) return "The cost is not known.";
  return `Cost: ${usd.toFixed(2)} US dollars${unpriced === 0 ? "" : `, and what ${plural(unpriced, "run")} did not tell`}.`;
}

/** One line for a table or a sentence, with Markdown's signs escaped. */
function cell(text: string): string {
  return oneLine(harmless(text), 200).replaceAll(/[\\`*_[\]|~<]/g, String.raw`\$&`);
}

function short(commit: string): string {
  return commit.slice(0, 12);
}
