import { type JobView, type SuccessorView, successorWords } from "../../api/contract/job.ts";
import { shellWord, visible } from "../../base/text.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { tutti } from "../tree/command.ts";

/** Which job it followed. */
export function originLines({ chain }: Pick<JobView, "chain">): readonly string[] {
  if (chain === undefined) return [];
  const first = chain.root === chain.parent ? "" : `, chain of ${chain.root}`;
  return [
    `follows ${chain.parent}${first}, number ${String(chain.depth)}; ${tutti()} cancel ${shellWord(chain.root)} --chain ends all of it`,
  ];
}

/** The steps that follow a job and its sheets, and the reasons why some did not. */
export function successorLines(
  terminal: Terminal,
  { id, successors = [] }: Pick<JobView, "id" | "successors">,
): readonly string[] {
  const lines = successors.slice(-mostShown).map((one) => line(terminal, one, shellWord(id)));
  const hidden = successors.length - lines.length;
  return hidden > 0 ? [`… ${String(hidden)} earlier steps: ${tutti()} status --json`, ...lines] : lines;
}

const mostShown = 10;

function line(terminal: Terminal, one: SuccessorView, after: string): string {
  const when = `on_${one.on}${one.sheet === null ? "" : ` of ${visible(one.sheet)}`}`;
  const text = `${when}: ${prose(one.what)} ${prose(successorWords(one, { now: Date.now(), after }))}`;
  if (one.state === "failed" || one.state === "unknown") return terminal.red(text);
  return one.state === "refused" || one.state === "held" ? terminal.yellow(text) : text;
}
