import type { PullRequestFacts } from "../../../forge/text/footer.ts";
import { pullRequestTexts } from "../../../forge/text/texts.ts";
import type { Landed } from "../../../landing/candidate.ts";
import { agentName } from "../../../score/agent-plan.ts";
import type { FilledPullRequest } from "../../../score/landing-plan.ts";
import { resultsOf } from "../../../sheet/verdict.ts";

/** What a pull request is written from. */
export interface Saying {
  readonly landed: Landed;
  /** Of the commit. */
  readonly message: string;
  /** The agent's last words; `null`: it said none. */
  readonly words: string | null;
  /** What the score says. */
  readonly filled: FilledPullRequest;
  /** Why the sheet failed; `null`: it did not. */
  readonly failed: string | null;
}

/** Title and text: as the score says, else in the agent's words, else as the commit's message. */
export function textsFor(saying: Saying): { readonly title: string; readonly body: string } {
  const { landed, words, failed, filled } = saying;
  const message = messageParts(saying.message);
  const said = words === null ? null : spoken(words);
  const title = filled.title ?? said?.title ?? message.subject;
  const body = [filled.body ?? said?.body ?? message.body, ...landed.flags.map((flag) => `**Note:** ${flag}`)]
    .filter((part) => part !== "")
    .join("\n\n");
  const facts = factsOf(landed);
  if (failed === null) return pullRequestTexts({ ...facts, title, body });
  return pullRequestTexts({
    ...facts,
    title: `Failed: ${title}`,
    body: `**This did not meet its definition of done:** ${failed}\n\n${body}`,
  });
}

/** What Tutti itself knows of it. */
export function factsOf({ candidate, parent, commit, gates }: Landed): PullRequestFacts {
  const { job, sheet, attempt, agent, verdict, spent } = candidate;
  const own = resultsOf(verdict).map(({ description, passed, skipped, reason }) => ({
    description,
    outcome: passed ? ("passed" as const) : skipped === true ? ("skipped" as const) : ("failed" as const),
    reason,
  }));
  const asked = gates.map(({ name, passed, reason }) => ({
    description: `gate ${name}`,
    outcome: passed ? ("passed" as const) : ("failed" as const),
    reason,
  }));
  return {
    job: job.id,
    sheet: sheet.id,
    attempt,
    agent: agentName(agent),
    base: parent,
    commit,
    validations: [...own, ...asked],
    usd: spent.usd,
    unpriced: spent.unknown,
  };
}

/** A first line that is no sentence of a longer text makes a title; "Done." makes none. */
function spoken(words: string): { readonly title: string | null; readonly body: string } {
  const [first = "", ...rest] = words.trim().split("\n");
  const line = first
    .replace(/^#+\s*|^\*\*(?=.*\*\*$)/, "")
    .replace(/\*\*$/, "")
    .replace(/[.:]$/, "")
    .trim();
  const isTitle =
    line.length >= shortestTitle && line.length <= longestTitle && (rest.length === 0 || rest[0]?.trim() === "");
  return { title: isTitle ? line : null, body: isTitle && rest.length > 0 ? rest.join("\n").trim() : words.trim() };
}

const shortestTitle = 10;
const longestTitle = 72;

/** Without the trailers, which are for machines. */
function messageParts(message: string): { readonly subject: string; readonly body: string } {
  const [subject = "", ...paragraphs] = message.trim().split(/\n{2,}/);
  const prose = /^Tutti-[A-Za-z]+: /m.test(paragraphs.at(-1) ?? "") ? paragraphs.slice(0, -1) : paragraphs;
  return { subject, body: prose.join("\n\n") };
}
