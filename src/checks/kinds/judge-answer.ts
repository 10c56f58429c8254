export type JudgeAnswer =
  | { readonly kind: "answer"; readonly score: number; readonly reason: string }
  | { readonly kind: "none"; readonly why: string };

// The answer is at the end, and short; searching no further bounds what a judge that prints only brackets costs.
const searchedChars = 16 * 1024;
const maxReasonChars = 2000;

/** The last JSON object with a score in what a judge printed. */
export function judgeAnswer(printed: string): JudgeAnswer {
  const object = objectsIn(printed.slice(-searchedChars)).findLast((one) => Object.hasOwn(one, "score"));
  if (object === undefined)
    return { kind: "none", why: 'there is no JSON object with a "score" at the end of what it printed' };
  const { score, reason } = object;
  if (typeof score !== "number" || !(score >= 0 && score <= 100))
    return { kind: "none", why: `its score is not a number from 0 to 100, but ${JSON.stringify(score).slice(0, 80)}` };
  return {
    kind: "answer",
    score,
    reason: typeof reason === "string" ? reason.slice(0, maxReasonChars).toWellFormed().trim() : "",
  };
}

/** The objects that stand in a text, the outermost only: one inside another is part of it. */
function objectsIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  const objects: Record<string, unknown>[] = [];
  for (let start = text.indexOf("{"); start !== -1; start = text.indexOf("{", start)) {
    const end = isKeyNext(text, start) ? objectEnd(text, start) : -1;
    const object = end === -1 ? undefined : parsed(text.slice(start, end));
    if (object !== undefined) objects.push(object);
    start = object === undefined ? start + 1 : end;
  }
  return objects;
}

function isKeyNext(text: string, start: number): boolean {
  let at = start + 1;
  while (" \t\r\n".includes(text.charAt(at)) && at < text.length) at++;
  return text.charAt(at) === '"';
}

/** Just behind the bracket that closes the one at `start`; -1 when there is none. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (isText && character === "\\") at++;
    else if (character === '"') isText = !isText;
    else if (!isText && character === "{") depth++;
    else if (!isText && character === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
