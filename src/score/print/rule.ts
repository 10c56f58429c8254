import type { WrittenRule } from "../schema/validation.ts";
import { agentText } from "./agent.ts";
import { durationText } from "./duration-text.ts";
import { inOrder, oneOrMore, same, unless, unlessEmpty } from "./table.ts";
import type { Table } from "./table.ts";

type Held<Key extends keyof WrittenRule> = NonNullable<WrittenRule[Key]>;

const judge: Table<Held<"llm_judge">> = {
  criteria: same,
  agent: agentText,
  threshold: unless(70),
  files: (files) => (files.length === 0 ? undefined : oneOrMore(files)),
};

const query: Table<Held<"json_path">> = { path: same, query: same, that: unless("count > 0") };

const listed = (values: readonly string[]): string | string[] | undefined =>
  values.length === 0 ? undefined : oneOrMore(values);

const goal: Table<NonNullable<Held<"findings">["fixes"]>> = {
  files: listed,
  codes: listed,
  severity: same,
  most: same,
  partial: unless(false),
};

const findings: Table<Held<"findings">> = {
  command: commandText,
  tool: same,
  format: same,
  pattern: same,
  changed: oneOrMore,
  fixes: (value) => inOrder(value, goal),
  ignore: listed,
  silencers: listed,
  configs: listed,
};

const rules: Table<WrittenRule> = {
  file_exists: same,
  file_modified: same,
  file_unchanged_since: ({ path, since }) => (since === "base" ? path : { path, since }),
  content_contains: ({ path, text }) => ({ path, text }),
  content_regex: ({ path, pattern }) => ({ path, pattern }),
  json_path: (value) => inOrder(value, query),
  command: commandText,
  diff_within: oneOrMore,
  findings: (value) => inOrder(value, findings),
  llm_judge: (value) => inOrder(value, judge),
  cwd: same,
  when: same,
  description: same,
  stage: unless(1),
  retries: unless(0),
  retry_delay: durationText,
  timeout: durationText,
};

export const ruleTexts = unlessEmpty((rule: WrittenRule) => inOrder(rule, rules));

/** A line for the shell is text, a program with its arguments a list: neither is turned into the other. */
export function commandText(command: Held<"command">): string | string[] {
  return typeof command === "string" ? command : [...command];
}
