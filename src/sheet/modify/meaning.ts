import type { Plan, SheetPlan } from "../../score/plan/plan.ts";

/** Gives the same number to what means the same, however it is written down. */
export type IdOf = (value: unknown) => number;

export function makeIds(): IdOf {
  const ids = new Map<string, number>();
  return (value) => {
    const text = JSON.stringify([value], inOrder);
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    return id;
  };
}

/** Sorts keys, because their order means nothing. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** A plan whose shared texts, files and rules can be compared with those of another by number. */
export interface Legible {
  readonly plan: Plan;
  readonly idOf: IdOf;
  readonly texts: readonly number[];
  readonly files: readonly number[];
  readonly rules: readonly number[];
  readonly messages: readonly number[];
}

export function legible(plan: Plan, idOf: IdOf): Legible {
  // A text that many sheets share may be large: it is read once, not once for each of them.
  return {
    plan,
    idOf,
    texts: plan.texts.map(idOf),
    files: plan.files.map(idOf),
    rules: plan.rules.map(idOf),
    messages: plan.messages.map(idOf),
  };
}

/**
 * The meaning of a sheet, each field as a number that is the same where it means the same. Every field is named: one
 * that is new in the plan can't be passed over, and its places in shared lists can't be taken for its meaning.
 */
export function meaningOf(
  { idOf, texts, files, rules, messages }: Legible,
  sheet: SheetPlan,
): Readonly<Record<keyof SheetPlan, number>> {
  return {
    id: idOf(sheet.id),
    title: idOf(sheet.title),
    numbers: idOf(sheet.numbers),
    prompt: idOf(texts[sheet.prompt]),
    extensions: idOf(sheet.extensions.map((place) => texts[place])),
    files: idOf(sheet.files.map((place) => files[place])),
    after: idOf(sheet.after.toSorted()),
    agent: idOf(sheet.agent),
    fallbacks: idOf(sheet.fallbacks),
    routed: idOf(sheet.routed),
    work: idOf(sheet.work),
    preconditions: idOf(sheet.preconditions.map((place) => rules[place])),
    validations: idOf(sheet.validations.map((place) => rules[place])),
    skipWhen: idOf(sheet.skipWhen),
    skipCommand: idOf(sheet.skipCommand),
    retry: idOf(sheet.retry),
    timeoutMs: idOf(sheet.timeoutMs),
    idleMs: idOf(sheet.idleMs),
    worker: idOf(sheet.worker ?? null),
    message: idOf(messages[sheet.message]),
    follows: idOf(sheet.follows ?? null),
    contest: idOf(sheet.contest ?? null),
  };
}

/**
 * Whether a name stands in anything that a sheet says. Too often is safe here: a name may stand in a plain sentence
 * too.
 */
export function mentions({ plan }: Legible, sheet: SheetPlan): (name: string) => boolean {
  const texts = [sheet.prompt, ...sheet.extensions].map((place) => plan.texts[place]);
  const files = sheet.files.map((place) => plan.files[place]);
  const rules = [...sheet.preconditions, ...sheet.validations].map((place) => plan.rules[place]);
  const message = plan.messages[sheet.message];
  const said = [
    texts,
    files,
    rules,
    message,
    sheet.agent,
    sheet.skipWhen,
    sheet.skipCommand,
    sheet.follows,
    plan.crossSheet,
  ]
    .flatMap(stringsIn)
    .join("\n");
  const words = new Set(said.match(/[\p{L}\p{N}_]+/gu));
  return (name) => words.has(name);
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
