import type { CommitSha, JobId } from "../../base/ids.ts";
import { trailerText } from "../../git/history/trailers.ts";
import type { FilledMessage } from "../../score/plan/landing-plan.ts";
import type { LandingLevel } from "../../sheet/state.ts";
import { oneLine } from "./clean.ts";

/** What a landed commit says of itself, for recovery and for `verify`. */
export interface LandingFacts {
  readonly job: JobId;
  readonly sheet: string;
  readonly attempt: number;
  readonly base: CommitSha;
  readonly level: LandingLevel;
  /** Digest of the landing's receipt. */
  readonly receipt: string;
  /** Of a sheet that lands as several commits: which one of how many this is. */
  readonly part: { readonly number: number; readonly of: number } | null;
}

/** Tutti's own trailers. */
export function ownTrailers(facts: LandingFacts): readonly string[] {
  return [
    `Tutti-Job: ${facts.job}`,
    `Tutti-Sheet: ${trailerText(facts.sheet)}`,
    `Tutti-Attempt: ${String(facts.attempt)}`,
    `Tutti-Base: ${facts.base}`,
    `Tutti-Validated: ${facts.level}`,
    `Tutti-Receipt: ${facts.receipt}`,
    ...(facts.part === null ? [] : [`Tutti-Part: ${String(facts.part.number)}/${String(facts.part.of)}`]),
  ];
}

/** What the score asks for besides. What has no value, once its template is filled in, is left out. */
export function askedTrailers({ trailers, coAuthors }: FilledMessage): readonly string[] {
  const pairs = [...Object.entries(trailers), ...coAuthors.map((author) => ["Co-authored-by", author] as const)];
  const lines = pairs
    .map(([key, value]) => [keyOf(key), oneLine(value)] as const)
    .filter(([key, value]) => key !== "" && value !== "");
  return [...new Set(lines.map(([key, value]) => `${key}: ${value}`))];
}

/** git knows letters, digits and hyphens only; a key that begins like ours is not taken for one. */
function keyOf(key: string): string {
  const plain = key
    .trim()
    .replaceAll(/[^A-Za-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return /^tutti-/i.test(plain) ? `X-${plain}` : plain;
}
