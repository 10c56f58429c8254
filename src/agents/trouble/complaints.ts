import { RE2JS } from "re2js";
import { messageOf, TuttiError } from "../../base/error.ts";
import { type TroubleCode, troubles } from "../../sheet/trouble/trouble.ts";
import type { Complaint } from "../agent.ts";
import { codeOfMessage } from "./problem.ts";

const codes = Object.keys(troubles) as TroubleCode[];

/** For any program's stderr: a line needs the form and the words of an error. */
export const genericComplaints: readonly Complaint[] = codes.map((code) => ({
  code,
  matches: (line) => codeOfLine(line) === code,
}));

// All of them check the same line in turn.
let asked: { readonly line: string; readonly code: TroubleCode | null } = { line: "", code: null };

function codeOfLine(line: string): TroubleCode | null {
  if (asked.line !== line) asked = { line, code: isErrorLine(line) ? codeOfMessage(line) : null };
  return asked.code;
}

/** Patterns of a profile, in RE2 syntax, case-insensitive, for any line. The schema has checked them. */
export function complaintsFrom(
  patterns: Readonly<Partial<Record<TroubleCode, readonly string[]>>>,
): readonly Complaint[] {
  return codes.flatMap((code) => {
    const expressions = (patterns[code] ?? []).map(compiled);
    if (expressions.length === 0) return [];
    return [
      { code, matches: (line: string) => expressions.some((one) => one.matcher(line.slice(0, longestLine)).find()) },
    ];
  });
}

/** Matching can't be interrupted: an endless line would block the conductor. */
const longestLine = 4_000;

function compiled(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    throw new TuttiError(
      "bug.unexpected",
      `an error pattern was not checked before it was used: ${pattern}: ${messageOf(error)}`,
      { audience: "bug", cause: error },
    );
  }
}

/**
 * Whether a line has the form of an error. Words alone are not enough: agents also print thoughts, code and test output
 * about errors.
 */
function isErrorLine(line: string): boolean {
  if (line.length > longestErrorLine || isCode.test(line) || isAboutCode.test(line) || isOfAnotherProgram.test(line))
    return false;
  return shapes.some((shape) => shape.test(line));
}

const longestErrorLine = 2_000;

/** Comments, lists, Markdown, quotes, statements; a line with two statuses explains them. */
const isCode =
  /^\s*(?:#|\d{1,3}[.)]\s|\/\/|\/\*|\*|>|\||`|(?:throw|raise|return|const|let|var|if|case|import|export|def|function|class)\b|(?:console|log|logger|logging|process|sys)\.)|\b([45]\d\d) [A-Z][a-z].{0,200}\b(?!\1)[45]\d\d [A-Z][a-z]/;

/** Assertions, test reports, places in source files: about the work, not the agent. */
const isAboutCode =
  /\b(?:expect(?:ed|s)?|assert\w*|returns?|mock\w*|should (?:be|have|return|reject|fail|throw|give|not))\b|^\s*(?:[✓✔✗✘×√●+]|PASS\b|FAIL\b|ok \d|not ok \d|- \[)|\bTypeError(?!: fetch failed)\b|\b(?:Assertion|Syntax|Reference|Range|Import|Name|Attribute|Key|Value|Index|ModuleNotFound)Error\b|\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|cc?|cpp|h|md|json|ya?ml|toml|sh|txt|html|css|sql)\b\W{1,2}(?:line )?\d/i;

/** git, npm and compilers, which agents run. */
const isOfAnotherProgram = /^\s*(?:fatal: (?!error)|(?:remote|hint|warning|note|help|git|gh|pip|docker|ssh):|npm )/i;

// A time, a level, a logger, a place: anything but plain words may come first. Each word matches in one way, so a
// hostile line can't take for ever.
const before = String.raw`^\W{0,8}(?:(?:(?=\S{0,120}[\d[\](){}:|/])\S{1,120}|api|stream|http|request|network|provider|uncaught|unhandled|fatal|unexpected|agent)\s{1,4}){0,5}\W{0,4}`;

// "Plan: 401 Unauthorized" begins with a heading, not a logger.
const beforeStatus = before.replace("(?:(?:(?=", "(?:(?:(?![A-Z][a-z]+:)(?=");

const shapes: readonly RegExp[] = [
  new RegExp(
    String.raw`${before}(?:\[?(?:error|fatal|panic|critical|err!)\]?\s?(?:[:!\])-]|[\w:.-]{1,60}:\s)|\[?(?:[\w.]{1,60}(?:Error|Exception))(?:\s?[:[({]|\s\[))`,
    "i",
  ),
  new RegExp(String.raw`${before}ERR(?:OR)?\s`),
  // A server's answer, with only its own words after it.
  new RegExp(
    String.raw`${beforeStatus}HTTP(?:\/\d(?:\.\d)?)? [45]\d\d(?:\s[A-Z][a-z]+(?:\s[A-Z][a-z]+){0,2})?\s*(?:$|[,.:;!({[-])`,
  ),
  new RegExp(
    String.raw`${beforeStatus}[45]\d\d (?:Too Many Requests|Unauthorized|Forbidden|Payment Required|Service Unavailable|Bad Gateway|Internal Server Error|Gateway Timeout)\s*(?:$|[,.:;!({[-])`,
  ),
  /^\s*curl: \(\d+\) /,
  // A reported retry.
  /^\W{0,4}(?:attempt \d+ failed|exceeded retry limit|reconnecting|stream disconnected|unexpected status|failed with status|request failed with status)\b.{0,80}(?:\d{3}|:)/i,
  // A field of an error object, as Node or JSON print it.
  /^\s*"?(?:code|errno|status|type|reason)"?: ['"]?[A-Za-z_]+['"]?,?\s*$/,
  /^\s*"?(?:status|statusCode)"?: [45]\d\d,?\s*$/,
  /^\s*"message": "/,
  // Sentences with which agents end.
  /^\W{0,4}(?:rate limit|usage limit|quota|daily limit|session limit|weekly limit)(?: has been| was)? (?:exceeded|reached|hit|exhausted)\s*(?:$|[,.:;!(|·-]|for (?:model|gpt|claude|gemini|org))/i,
  /^\W{0,4}(?:claude(?: ai)? |codex |gemini )(?:usage |rate |session )?limit (?:reached|exceeded)\s*(?:$|[,.:;!(|·-])/i,
  /^\W{0,4}you(?:'|’)?(?:ve| have) (?:hit|reached|exceeded|exhausted) your (?:[\w-]+ ){0,3}(?:limit|quota)\b/i,
  /^\W{0,4}you exceeded your (?:current )?quota\b/i,
  /^\W{0,4}(?:invalid api key|incorrect api key provided|not logged in|credit balance is too low|prompt is too long|authentication required)\s*(?:$|[,.:;!(·-])/i,
  /^\W{0,4}(?:connection (?:refused|reset)|getaddrinfo|connect) (?:E[A-Z_]{4,})/,
  /^\W{0,4}please (?:run \/?login|log in|set an auth method)\b/i,
  /\bJavaScript heap out of memory\s*$/,
];
