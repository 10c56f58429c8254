import type { Mention } from "../../forge/mentions/mention.ts";
import { referenceOf } from "../../forge/issues/reference.ts";
import type { JobOptions } from "../../plan/options.ts";
import { task } from "../job/task.ts";
import { visible } from "../../base/text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { reviewPull } from "./review-pull.ts";

export const taskOptions = ["agent", "model", "fallback", "reviewer", "env", "maxCost", "timeout"] as const;

export interface WatchOptions extends JobOptions<(typeof taskOptions)[number]> {
  readonly repositories: readonly string[];
  readonly trust?: readonly string[];
  readonly trustMembers?: true;
  readonly mention?: string;
  readonly every?: number;
  readonly since?: number;
  readonly once?: true;
  readonly validate?: readonly string[];
  readonly json?: true;
}

interface Asked {
  /** `owner/name#12`. */
  readonly name: string;
  readonly mention: Mention;
  readonly key: string;
}

/** Begins what a trusted person asked for; under its key, however often it is begun, it is one job. */
export async function begin(terminal: Terminal, options: WatchOptions, asked: Asked): Promise<void> {
  const { name, mention, key } = asked;
  const { agent, model, fallback, env, maxCost, timeout, validate } = options;
  const terms = given({ agent, model, fallback, env, maxCost, timeout, validate, reviewer: options.reviewer });
  const heard: string[] = [];
  const aside = { ...terminal, isLive: false, out: (line: string) => void heard.push(line), err: () => undefined };
  const prompts = wishOf(mention);
  if (mention.wants === "review") {
    tell(terminal, options, { ...asked, job: null });
    await reviewPull(aside, name, { ...terms, prompts, comment: true, json: true, key });
    return;
  }
  const { server } = referenceOf(name, process.env);
  const about = mention.isPull
    ? { pr: name }
    : { issue: name, pr: true as const, ...(env === undefined ? { repo: `${server}/${pathIn(name)}.git` } : {}) };
  await task(aside, { ...terms, ...about, prompts, detach: true, json: true, key });
  tell(terminal, options, { ...asked, job: jobIn(heard) });
}

function given<Terms extends object>(terms: Terms): { [Key in keyof Terms]?: Exclude<Terms[Key], undefined> } {
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined)) as never;
}

function wishOf({ words, path, line, author, wants }: Mention): readonly string[] {
  const own = wants === "review" ? words.replace(/^[\s,:]*review\b[\s,:]*/i, "") : words;
  if (own.trim() === "") return [];
  const where = path === null ? "" : ` on ${path}${line === null ? "" : `, line ${String(line)}`}`;
  return [`${author}${where}:\n${own}`];
}

function pathIn(name: string): string {
  return name.slice(0, name.lastIndexOf("#"));
}

function jobIn(lines: readonly string[]): string | null {
  const last = lines.findLast((line) => line.startsWith('{"type":"detached"'));
  return last === undefined ? null : (JSON.parse(last) as { readonly job: string }).job;
}

function tell(terminal: Terminal, { json }: WatchOptions, begun: Asked & { readonly job: string | null }): void {
  const { name, mention, job } = begun;
  const { author, wants, id } = mention;
  if (json === true) terminal.out(JSON.stringify({ type: "mention", on: name, id, author, wants, job }));
  else
    terminal.out(`${name}: ${visible(author)} asks for ${wants === "review" ? "a review" : `work: ${job ?? "begun"}`}`);
}
