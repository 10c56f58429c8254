import { clip, flat } from "../../base/text.ts";
import type { FilledMessage, FilledPullRequest, MessagePlan, PullRequestPlan } from "../plan/landing-plan.ts";
import type { Position } from "../source/place.ts";
import type { Filled } from "./fill.ts";

/**
 * The value of a text of a commit or a pull request, or which key is wrong: `summary`, `trailers.Ticket`,
 * `co_authors.0`.
 */
export type Said<T> =
  | { readonly kind: "means"; readonly value: T }
  /** `at`: where inside the text, if its template is wrong. */
  | { readonly kind: "wrong"; readonly key: string; readonly why: string; readonly at?: Position };

type Fill = (template: string) => Filled;

/** A commit's message for one sheet. Texts that are empty when they are filled in are omitted. */
export function filledMessage(plan: MessagePlan, fill: Fill): Said<FilledMessage> {
  const texts = saying(fill);
  const message: FilledMessage = {
    type: texts.line("type", plan.type, typeFault),
    scope: texts.line("scope", plan.scope, scopeFault),
    summary: texts.line("summary", plan.summary),
    body: texts.body("body", plan.body),
    trailers: Object.fromEntries(
      Object.entries(plan.trailers).flatMap(([name, value]) => {
        const line = texts.line(`trailers.${name}`, value);
        return line === null ? [] : [[name, line]];
      }),
    ),
    coAuthors: plan.coAuthors.flatMap(
      (value, index) => texts.line(`co_authors.${String(index)}`, value, authorFault) ?? [],
    ),
  };
  return texts.fault() ?? { kind: "means", value: message };
}

/** Where forges cut a title themselves, and where people stop reading it. */
const longestTitle = 72;

export function filledPullRequest({ title, body }: PullRequestPlan, fill: Fill): Said<FilledPullRequest> {
  const texts = saying(fill);
  const filled = { title: cut(texts.line("title", title)), body: texts.body("body", body) };
  return texts.fault() ?? { kind: "means", value: filled };
}

function cut(line: string | null): string | null {
  const letters = Array.from(line ?? "");
  return letters.length <= longestTitle
    ? line
    : `${letters
        .slice(0, longestTitle - 1)
        .join("")
        .trimEnd()}…`;
}

type Fault = Extract<Said<unknown>, { readonly kind: "wrong" }>;

type FaultOf = (text: string) => string | null;

interface Saying {
  /** `faultOf`: why a text would be read back as something else than was said. */
  line(key: string, template: string | null, faultOf?: FaultOf): string | null;
  body(key: string, template: string | null): string | null;
  /** The first that was wrong. */
  fault(): Fault | null;
}

function saying(fill: Fill): Saying {
  let fault: Fault | null = null;
  const said = (key: string, template: string | null, fit: (text: string) => string): string | null => {
    if (template === null) return null;
    const filled = fill(template);
    if (filled.kind === "wrong") fault ??= { ...filled, key };
    const text = filled.kind === "means" ? fit(filled.value) : "";
    return text === "" ? null : text;
  };
  return {
    line(key, template, faultOf) {
      const text = said(key, template, flat);
      const why = text === null ? null : (faultOf?.(text) ?? null);
      if (why !== null) fault ??= { kind: "wrong", key, why: `${why}, and is ${shown(text ?? "")}` };
      return text;
    },
    body: (key, template) => said(key, template, paragraphs),
    fault: () => fault,
  };
}

/** Lines as git keeps them. An agent's words may hold anything, and a commit with a NUL in it is none. */
function paragraphs(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .replaceAll(/[^\S\n]+$/gm, "")
    .replace(/^\n+/, "")
    .trimEnd();
}

function typeFault(type: string): string | null {
  return /^[\p{L}\p{N}_-]+$/u.test(type) ? null : "must be one word, without ! or :";
}

function scopeFault(scope: string): string | null {
  return /[()]/.test(scope) ? "can't hold parentheses, since the commit puts it into some" : null;
}

function authorFault(author: string): string | null {
  return /^[^<>]*[^<>\s] <[^<>\s]+>$/.test(author) ? null : "must be Name <address>";
}

function shown(text: string): string {
  return JSON.stringify(clip(text, 80));
}
