import { harmless } from "@tutti/jinja";
import { runsItsInput } from "../../interpreter.ts";
import { telling } from "./flow.ts";
import type { DocumentLayer } from "./layer.ts";
import { placeOf } from "./place.ts";
import { runsText } from "./places/languages.ts";
import { innerProgram, isWrapper, replacedBy } from "./places/wrappers.ts";
import { type Use, type Word, advice, assignment, baseOf, literal, programAt } from "./word.ts";

const listing = new Set(["for", "select", "case", "[[", "[", "test"]);

interface Around {
  readonly uses: readonly Use[];
  readonly isPiped: boolean;
  /** Whether a value was met before that may be in what it is given. */
  readonly hasText: boolean;
  readonly inner: Inner;
}

/** Why another shell's text may run a value that stands in it as NUL; `null`: it is shown to be data there, too. */
export type Inner = (text: string, value: string) => string | null;

/** Why a command may run one of its values; `null`: each of them is shown to be data. */
export function judgeCommand(words: readonly Word[], { uses, isPiped, hasText, inner }: Around): string | null {
  const start = programAt(words);
  const own = words.slice(start);
  if (isPiped && hasText && takesInput(own))
    return `what a value is part of must not be run (${own[0]?.text ?? ""}); ${advice}`;
  for (const use of uses) {
    if (use.place === "target") continue;
    const why =
      use.place === "here"
        ? hereFault(own)
        : use.index < start
          ? assignmentFault(use)
          : wordFault(own, { ...use, index: use.index - start }, inner);
    if (why !== null) return why;
  }
  return null;
}

/** A shell or an interpreter without a program of its own, or one behind xargs. */
export function takesInput(words: readonly Word[]): boolean {
  const texts = words.map(({ text }) => text);
  const name = baseOf(texts[0] ?? "");
  if (runsItsInput(texts) || name === "ssh" || runsText(words)) return true;
  if (!isWrapper(name)) return false;
  const inner = innerProgram(name, words);
  if (inner === null) return name === "xargs";
  if (inner === "data") return false;
  const own = words.slice(inner);
  return (
    takesInput(own) ||
    (name === "xargs" &&
      givenPlaces(own, replacedBy(words)).some((index) => placeOf(own, { index, prefix: "", value: "x y" }) !== "data"))
  );
}

/** Where xargs puts what it reads: in place of a mark, or behind all other words. */
function givenPlaces(words: readonly Word[], mark: string | null): readonly number[] {
  return mark === null ? [words.length] : words.flatMap(({ text }, index) => (text.includes(mark) ? [index] : []));
}

function hereFault(words: readonly Word[]): string | null {
  return takesInput(words) ? `a value must not become part of another shell's text; ${advice}` : null;
}

function assignmentFault({ prefix, isNested }: Use): string | null {
  const name = assignment.exec(prefix)?.[1];
  if (name === undefined) return `the program has to be written out, not filled in; ${advice}`;
  return telling.test(name) && !isNested
    ? `a value must not be put into ${name}, which says what is run; ${advice}`
    : null;
}

function wordFault(words: readonly Word[], use: Use, inner: Inner): string | null {
  if (listing.has(words[0]?.text ?? "")) return null;
  if (use.index === 0) return `the program has to be written out, not filled in; ${advice}`;
  const place = placeOf(words, use);
  if (place === "data") return null;
  if (place === "number") return "only a whole number can stand here, because the shell would calculate with it";
  if (place === "option")
    return `the value begins with a dash, so ${baseOf(literal(words[0]) ?? "the program")} would take it for an option; put -- before it (before a path: ./), or ${advice}`;
  if (place === "code")
    return `a value must not become part of what ${baseOf(literal(words[0]) ?? "it")} runs; ${advice}`;
  const isShown =
    !use.isNested && !place.hasExpansion && harmless.test(use.value) && inner(place.shell, use.value) === null;
  return isShown ? null : `a value must not become part of another shell's text; ${advice}`;
}

/** Of a here-document: what reads it must not run it. */
export function judgeDocument({ reader, values, body }: DocumentLayer, inner: Inner): string | null {
  if (values.length === 0 || !reader.some((words) => takesInput(words.slice(programAt(words))) || isText(words)))
    return null;
  const isShown =
    values.every((value) => harmless.test(value)) &&
    !/[$`]/.test(body) &&
    values.every((value) => inner(body, value) === null);
  return isShown ? null : `a value must not become part of another shell's text; ${advice}`;
}

function isText(words: readonly Word[]): boolean {
  return ["eval", "source", "."].includes(words[programAt(words)]?.text ?? "");
}
