import type { WrittenGate } from "../schema/gate.ts";
import { usualLanding } from "../schema/landing.ts";
import type { WrittenBatch, WrittenLanding } from "../schema/landing.ts";
import { usualPullRequest } from "../schema/pull-request.ts";
import type { WrittenPullRequest } from "../schema/pull-request.ts";
import { durationText } from "./duration-text.ts";
import { commandText } from "./rule.ts";
import { inOrder, oneOrMore, same, unless, unlessEmpty } from "./table.ts";
import type { Table } from "./table.ts";

/** Nothing where all is as usual, the mode where only that is not. */
export function landingText(landing: WrittenLanding): unknown {
  const written = inOrder(landing, table);
  const [key, ...others] = Object.keys(written);
  if (key === undefined) return undefined;
  return key === "mode" && others.length === 0 ? landing.mode : written;
}

const globs = (written: readonly string[]): unknown => (written.length === 0 ? undefined : oneOrMore(written));

const gate: Table<WrittenGate> = {
  name: same,
  run: commandText,
  quick: commandText,
  timeout: durationText,
  files: globs,
  borrow: unlessEmpty(same<string>),
};

const batch: Table<WrittenBatch> = { max: same, window: same, parallel: same, wait: durationText };

const pullRequest: Table<WrittenPullRequest> = {
  remote: unless(usualPullRequest.remote),
  upstream: same,
  forge: same,
  draft: unless(usualPullRequest.draft),
  labels: unlessEmpty(same<string>),
  title: same,
  body: same,
  for_failed: unless(usualPullRequest.for_failed),
};

const table: Table<WrittenLanding> = {
  mode: unless(usualLanding.mode),
  strategy: unless(usualLanding.strategy),
  revalidate: unless(usualLanding.revalidate),
  promises: same,
  gates: unlessEmpty((value: WrittenGate) => inOrder(value, gate)),
  tests: unless(usualLanding.tests),
  batch: (value) => whole(inOrder(value, batch), undefined),
  protected: globs,
  sign: unless(usualLanding.sign),
  push: unless(usualLanding.push),
  pull_request: (value) => (value === false ? undefined : whole(inOrder(value, pullRequest), true)),
};

function whole(written: Readonly<Record<string, unknown>>, ifEmpty: unknown): unknown {
  return Object.keys(written).length === 0 ? ifEmpty : written;
}
