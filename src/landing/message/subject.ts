import type { FilledMessage } from "../../score/landing-plan.ts";
import { oneLine } from "./clean.ts";
import { knownTypes, typeOf } from "./kind.ts";

const longest = 72;

/**
 * `type(scope): summary`, on one line of at most 72 characters. A summary that is such a line already is taken as it
 * is.
 */
export function subjectOf(parts: {
  readonly message: FilledMessage;
  readonly title: string;
  readonly paths: readonly string[];
}): string {
  const { message, title, paths } = parts;
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

/** `Note: this` has the form too; without a scope or a mark, only a type that people know is one. */
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
