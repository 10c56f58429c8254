export interface Span {
  readonly contextFrom: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Patterns stay within a line and take linear time: what repeats is bounded, or nothing follows it. The secret is the
 * first group and the end of the match.
 */
interface Shape {
  readonly pattern: RegExp;
  readonly isSecret: (secret: string) => boolean;
}

const always = (): boolean => true;
/** Not within a word; escapes, percent codes and colour codes end before it. */
const atStart = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrtbfv])|(?<=%[0-9A-Fa-f]{2})|(?<=\\u[0-9A-Fa-f]{4})|(?<=\[[0-9;]{0,12}m))`;
const quoting = String.raw`["'\\]{0,8}[ \t]{0,4}`;
const value = String.raw`[\w+/.~%!#^*-]`;
const keyWord =
  "(?:passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:api|access|private|auth|signing|encryption)[_-]?key)";

const shapes: readonly Shape[] = [
  {
    pattern:
      /((?:sk-(?:ant|proj|svcacct|admin|or)-|github_pat_|gh[pousr]_|gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent|oas)-|xox[a-z]-|xapp-)[\w.-]{15,}\w)/g,
    // Nothing else begins like this; it only must not be plain words.
    isSecret: (key) => /[0-9]|[a-z][A-Z]/.test(key),
  },
  {
    pattern: /(?:(?:[sr]k_(?:live|test)_|hf_|gsk_|xai-|pypi-|dop_v1_|shpat_|glsa_|GOCSPX-)([\w.-]{15,}\w))/g,
    isSecret: looksRandom,
  },
  { pattern: new RegExp(`${atStart}(sk-[\\w-]{20,})`, "g"), isSecret: (key) => looksRandom(key.slice(3)) },
  { pattern: /(npm_[A-Za-z0-9]{36,})/g, isSecret: always },
  { pattern: new RegExp(`${atStart}(A(?:KIA|SIA|ROA|IDA)[A-Z0-9]{16})(?![A-Za-z0-9])`, "g"), isSecret: always },
  { pattern: new RegExp(`${atStart}(AIza[\\w-]{35,})`, "g"), isSecret: always },
  { pattern: new RegExp(`${atStart}(ya29\\.[\\w-]{20,})`, "g"), isSecret: always },
  {
    pattern: new RegExp(`${atStart}(eyJ[\\w-]{8,}(?:\\.eyJ[\\w-]{8,}(?:\\.[\\w-]*)?|(?:\\.[\\w-]{10,}){2,4}))`, "g"),
    isSecret: always,
  },
  {
    pattern: new RegExp(
      `${keyWord}[\\w-]{0,24}${quoting}(?:=>?|:|%3D)[ \\t]{0,4}${quoting}(${value}{16,}={0,2})`,
      "gi",
    ),
    isSecret: looksRandom,
  },
  {
    pattern: new RegExp(`--[\\w-]{0,24}${keyWord}[ \\t]{1,4}${quoting}(${value}{16,}={0,2})`, "gi"),
    isSecret: looksRandom,
  },
  {
    pattern: new RegExp(
      `authorization${quoting}[:=][ \\t]{0,4}${quoting}(?:[a-z]{3,12}[ \\t]{1,4})?(${value}{8,}={0,2})`,
      "gi",
    ),
    isSecret: looksUnlikeProse,
  },
  { pattern: new RegExp(`bearer(?:[ \\t+]{1,4}|%20)(${value}{8,}={0,2})`, "gi"), isSecret: looksUnlikeProse },
  {
    pattern: /:\\{0,4}\/\\{0,4}\/[^ \t\r\n/:@"'\\<>]{0,128}:([^ \t\r\n/@"'\\<>]{1,256})(?=@(?!sha256:))/g,
    isSecret: (secret) => !/^(?:[${*]|%7B)/.test(secret),
  },
  { pattern: /:\\{0,4}\/\\{0,4}\/([^ \t\r\n/:@"'\\<>]{16,256})(?=@)/g, isSecret: looksRandom },
];

export function findShapes(text: string): Span[] {
  const spans: Span[] = [];
  for (const { pattern, isSecret } of shapes) {
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? "";
      const to = match.index + match[0].length;
      if (isSecret(secret)) spans.push({ contextFrom: match.index, from: to - secret.length, to });
    }
  }
  return spans;
}

/** How a secret may continue when more comes than is held back. */
export const goesOn = /[\w+/.~%=-]*/y;

const telling = /auth|bearer|basic|pass|pwd|token|secret|key|cred|BEGIN|PRIVATE/i;
/** Between the first word of a context and the secret. */
const wordsBack = 5;

/** Where the last word of an unfinished line begins, or the words before it that give it a meaning. */
export function openWordsFrom(line: string): number {
  let from = wordFrom(line, line.length);
  let open = from;
  for (let words = 0; words < wordsBack && from > 0; words++) {
    let end = from;
    while (end > 0 && isBlank(line.charCodeAt(end - 1))) end -= 1;
    from = wordFrom(line, end);
    if (telling.test(line.slice(from, end))) open = from;
  }
  return open;
}

function wordFrom(line: string, end: number): number {
  let from = end;
  while (from > 0 && !isBlank(line.charCodeAt(from - 1))) from -= 1;
  return from;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}

/**
 * Whether a text looks random: keys do, names and sentences don't. A word is a run of letters of one kind, or of
 * digits; random ones are short and unpronounceable.
 */
function looksRandom(text: string): boolean {
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g) ?? [];
  const length = words.reduce((sum, word) => sum + word.length, 0);
  const digits = text.replace(/[^0-9]/g, "").length;
  if (length < fewest || digits === length) return false;
  if (digits >= 2 && /^[A-Z0-9]+$/.test(text)) return true;
  const average = length / words.length;
  const unspeakable = words.filter((word) => word.length > 1 && !/[aeiouy0-9]/i.test(word)).length;
  const isUnspeakable = unspeakable >= 2 || (unspeakable === 1 && digits > 0) || /[b-df-hj-np-tv-xz]{5}/i.test(text);
  return average < 3 || (average < 5 && isUnspeakable) || (average < 6 && digits >= 2);
}

/** Whether a word where a key or prose may stand is a key. */
function looksUnlikeProse(text: string): boolean {
  return looksRandom(text) || /[0-9]|[a-z][A-Z]|[+/=_]/.test(text);
}

const fewest = 16;
