import type { FilledMessage } from "../../score/plan/landing-plan.ts";
import { defused, oneLine } from "./clean.ts";
import type { CommitSha, JobId } from "../../base/ids.ts";
import { trailerText } from "../../git/history/trailers.ts";
import type { LandingLevel } from "../../sheet/state.ts";

export interface MessageParts {
  /** The score's message, with its templates filled in. */
  readonly message: FilledMessage;
  /** Of the sheet. */
  readonly title: string;
  /** Paths that the landing changes. */
  readonly paths: readonly string[];
  readonly facts: LandingFacts;
}

/** Recovery and `verify` read the trailers, so nothing else may look like one. */
export function landingMessage(parts: MessageParts): string {
  return joined(
    [subjectOf(parts), defused(parts.message.body ?? "")],
    [...askedTrailers(parts.message), ...ownTrailers(parts.facts)],
  );
}

/** An agent's own commit. `facts`: `null` where the merge that brings it describes the landing. */
export function keptMessage(message: string, facts: LandingFacts | null): string {
  const said = defused(message);
  const text = said === "" ? "(untitled)" : said;
  if (facts === null) return `${text}\n`;
  const { before, trailers } = splitTrailers(text);
  return joined([before], [...trailers, ...ownTrailers(facts)]);
}

function joined(paragraphs: readonly string[], trailers: readonly string[]): string {
  return `${[...paragraphs.filter((text) => text !== ""), trailers.join("\n")].join("\n\n")}\n`;
}

/** Ours join these, since git reads the last paragraph only. The subject is never one. */
function splitTrailers(text: string): { readonly before: string; readonly trailers: readonly string[] } {
  const lines = text.split("\n");
  let start = lines.length;
  while (start > 1 && isTrailer(lines[start - 1] ?? "")) start -= 1;
  const isBlock = start > 1 && start < lines.length && lines[start - 1] === "";
  if (!isBlock) return { before: text, trailers: [] };
  return { before: lines.slice(0, start).join("\n").trimEnd(), trailers: lines.slice(start) };
}

function isTrailer(line: string): boolean {
  return /^[A-Za-z0-9-]+[ \t]*: ?\S/.test(line);
}

const longest = 72;

/** `type(scope): summary`, at most 72 characters. A summary of that form is kept. */
function subjectOf({ message, title, paths }: MessageParts): string {
  const summary = firstOf(message.summary, title) ?? "(untitled)";
  if (isConventional(summary)) return cut(summary);
  const [type, breaking] = splitType(firstOf(message.type) ?? typeOf({ title: summary, paths }));
  const scope = firstOf(message.scope?.replaceAll(/[()]/g, ""));
  return cut(`${type}${scope === undefined ? "" : `(${scope})`}${breaking}: ${summary}`);
}

/** The first of the texts that says something. */
function firstOf(...texts: readonly (string | null | undefined)[]): string | undefined {
  return texts.map((text) => oneLine(text ?? "")).find((text) => text !== "");
}

/** `feat!` with a scope is `feat(scope)!`. */
function splitType(type: string): readonly [string, string] {
  const word = type.replaceAll(/[\s:()!]+/g, "");
  return [word === "" ? "chore" : word, type.endsWith("!") ? "!" : ""];
}

const form = /^([a-z][\w-]*)(\([^()]+\))?(!)?: \S/i;

/** `Note: this` has the form too; without a scope or mark only a known type counts. */
function isConventional(line: string): boolean {
  const [, type = "", scope, mark] = form.exec(line) ?? [];
  return (
    type !== "" &&
    (scope !== undefined || mark !== undefined || knownTypes.some((known) => known === type.toLowerCase()))
  );
}

function cut(line: string): string {
  const letters = Array.from(line);
  return letters.length <= longest ? line : `${letters.slice(0, longest - 1).join("")}…`;
}

/** As in conventional commits. */
const knownTypes = [
  ...(["feat", "fix", "docs", "style", "refactor", "perf"] as const),
  ...(["test", "build", "ci", "chore", "revert"] as const),
];

type ChangeType = (typeof knownTypes)[number];

/**
 * The type of a change without a given one. Paths first, because they are facts: a change of documents only is `docs`
 * with any title. Then the title's verb. Else `chore`: release tools publish because of a wrong `feat` or `fix`.
 */
function typeOf(change: { readonly title: string; readonly paths: readonly string[] }): ChangeType {
  return typeOfPaths(change.paths) ?? typeOfTitle(change.title) ?? "chore";
}

const kinds: readonly (readonly [ChangeType, RegExp])[] = [
  [
    "docs",
    /(?:^|\/)docs?\/|\.(?:md|mdx|rst|adoc)$|(?:^|\/)(?:licen[cs]e|copying|notice|authors|contributors|readme|changelog)(?:\.txt)?$/i,
  ],
  [
    "test",
    /(?:^|\/)(?:tests?|__tests__|__snapshots__|specs?|testdata|fixtures)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]*\.py$|(?:^|\/)conftest\.py$|(?:^|\/)\w+Tests?\.(?:java|kt|cs|swift|scala)$/,
  ],
  [
    "ci",
    /^\.(?:github|gitea|forgejo)\/(?:workflows|actions)\/|^\.gitlab-ci\.yml$|^\.gitlab\/ci\/|^\.(?:circleci|buildkite|woodpecker)\/|^(?:\.travis|\.drone|\.woodpecker|\.?appveyor|azure-pipelines|bitbucket-pipelines|\.cirrus)\.ya?ml$|^Jenkinsfile$/,
  ],
  [
    "build",
    /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?|deno\.lock|Cargo\.(?:toml|lock)|go\.(?:mod|sum|work)|pyproject\.toml|setup\.(?:py|cfg)|requirements[^/]*\.txt|(?:poetry|uv|pdm|Pipfile|flake|Gemfile|composer|mix|Podfile)\.lock|Pipfile|Gemfile|composer\.json|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|CMakeLists\.txt|(?:GNU)?[Mm]akefile|justfile|meson\.build|Dockerfile[^/]*|BUILD(?:\.bazel)?|WORKSPACE(?:\.bazel)?|MODULE\.bazel|flake\.nix|Package\.resolved)$/,
  ],
];

/** A type that all of the paths speak for. */
function typeOfPaths(paths: readonly string[]): ChangeType | undefined {
  if (paths.length === 0) return undefined;
  return kinds.find(([, pattern]) => paths.every((path) => pattern.test(path)))?.[0];
}

const verbs: readonly (readonly [ChangeType, RegExp])[] = [
  ["fix", /^(?:fix|repair|correct|resolve)(?:e?s|ed|ing)?\b/i],
  ["feat", /^(?:add|implement|introduce|support)(?:e?s|e?d|ing)?\b/i],
  ["refactor", /^(?:refactor|rename|extract|simplify|restructure|deduplicate)(?:e?s|e?d|ing)?\b/i],
  ["perf", /^(?:optimi[sz]e[sd]?|speed(?:s|ing)? up)\b/i],
  ["revert", /^reverts?\b/i],
];

function typeOfTitle(title: string): ChangeType | undefined {
  return verbs.find(([, pattern]) => pattern.test(title))?.[0];
}

/** For recovery and `verify`. */
export interface LandingFacts {
  readonly job: JobId;
  readonly sheet: string;
  readonly attempt: number;
  readonly base: CommitSha;
  readonly level: LandingLevel;
  /** Digest of the landing's receipt. */
  readonly receipt: string;
  /** Of a sheet that lands as several commits. */
  readonly part: { readonly number: number; readonly of: number } | null;
  /** The way by which a conflict of git's was merged. */
  readonly merge?: string;
}

/** Tutti's own trailers. */
function ownTrailers(facts: LandingFacts): readonly string[] {
  return [
    `Tutti-Job: ${facts.job}`,
    `Tutti-Sheet: ${trailerText(facts.sheet)}`,
    `Tutti-Attempt: ${String(facts.attempt)}`,
    `Tutti-Base: ${facts.base}`,
    `Tutti-Validated: ${facts.level}`,
    `Tutti-Receipt: ${facts.receipt}`,
    ...(facts.merge === undefined ? [] : [`Tutti-Merge: ${facts.merge}`]),
    ...(facts.part === null ? [] : [`Tutti-Part: ${String(facts.part.number)}/${String(facts.part.of)}`]),
  ];
}

/** Trailers of the score; empty ones are omitted. */
function askedTrailers({ trailers, coAuthors }: FilledMessage): readonly string[] {
  const pairs = [...Object.entries(trailers), ...coAuthors.map((author) => ["Co-authored-by", author] as const)];
  const lines = pairs
    .map(([key, value]) => [keyOf(key), oneLine(value)] as const)
    .filter(([key, value]) => key !== "" && value !== "");
  return [...new Set(lines.map(([key, value]) => `${key}: ${value}`))];
}

/** git knows letters, digits and hyphens; keys like ours are not taken. */
function keyOf(key: string): string {
  const plain = key
    .trim()
    .replaceAll(/[^A-Za-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return /^tutti-/i.test(plain) ? `X-${plain}` : plain;
}
