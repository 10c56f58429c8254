import type { WrittenAgent } from "../schema/agent.ts";
import type { WrittenCommit } from "../schema/commit.ts";
import type { WrittenRateLimit } from "../schema/rate-limit.ts";
import type { WrittenRetry } from "../schema/retry.ts";
import type { Extension, Injection, WrittenSheet, WrittenSkipCommand } from "../schema/sheet.ts";
import { agentText } from "./agent.ts";
import { durationText } from "./duration-text.ts";
import { commandText, ruleTexts } from "./rule.ts";
import { inOrder, oneOrMore, same, unless, unlessEmpty } from "./table.ts";
import type { Table } from "./table.ts";

export function sheetText(sheet: WrittenSheet): unknown {
  return inOrder(sheet, sheets);
}

export function injectionText(injection: Injection): unknown {
  const as = injection.as === "context" ? {} : { as: injection.as };
  if ("directory" in injection) return { directory: injection.directory, ...as };
  return injection.as === "context" ? injection.file : { file: injection.file, ...as };
}

const retry: Table<WrittenRetry> = {
  attempts: same,
  base_delay: durationText,
  max_delay: durationText,
  factor: same,
  jitter: same,
  completions: same,
  completion_delay: durationText,
  completion_threshold: same,
  goes_on: same,
  efforts: (efforts) => [...efforts],
  conflicts: same,
};

const rateLimit: Table<WrittenRateLimit> = { wait: durationText, patience: durationText };

const commit: Table<WrittenCommit> = {
  type: same,
  scope: same,
  summary: same,
  body: same,
  trailers: same,
  co_authors: (authors) => [...authors],
};

/** What may stand for one sheet as for the whole score, in the order in which it is written. */
export const settings = {
  agent: agentText,
  fallbacks: (fallbacks: readonly WrittenAgent[]) => fallbacks.map(agentText),
  timeout: durationText,
  idle_timeout: (ms: number | "none") => (ms === "none" ? ms : durationText(ms)),
  retry: (value: WrittenRetry) => inOrder(value, retry),
  rate_limit: (value: WrittenRateLimit) => inOrder(value, rateLimit),
  commit: (value: WrittenCommit) => inOrder(value, commit),
} as const;

export const prompts = {
  prompt: same<string>,
  prompt_file: same<string>,
  prompt_extensions: unlessEmpty((extension: Extension) =>
    "text" in extension ? extension.text : { file: extension.file },
  ),
  preconditions: ruleTexts,
  validations: ruleTexts,
} as const;

type Items = NonNullable<WrittenSheet["items"]>;
const items: Table<Items> = { total: same, size: unless(1), start: unless(1), sequential: unless(false) };

const skipCommand: Table<WrittenSkipCommand> = {
  command: commandText,
  timeout: durationText,
  on_timeout: same,
  description: same,
};

const sheets: Table<WrittenSheet> = {
  id: same,
  title: same,
  after: oneOrMore,
  fan_out: same,
  items: (value) => inOrder(value, items),
  item_range: (range) => [...range],
  skip_when: same,
  skip_when_command: (skip) =>
    skip.timeout === undefined && skip.description === undefined && skip.on_timeout === undefined
      ? commandText(skip.command)
      : inOrder(skip, skipCommand),
  ...settings,
  cadenza: unlessEmpty(injectionText),
  ...prompts,
};
