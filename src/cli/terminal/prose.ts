export { seconds } from "../../base/seconds.ts";

export function shortSha(sha: string): string {
  return sha.slice(0, 10);
}

export function branchName(ref: string): string {
  return ref.replace(/^refs\/heads\//, "");
}

/** Where results go, for a line about a job. */
export function landingWords(job: {
  readonly landsOn: string | null;
  readonly repository: string;
  readonly fallback: string | null;
}): string {
  if (job.landsOn !== null) return `landing on ${branchName(job.landsOn)}`;
  const why = job.fallback === null ? "" : ` (${shown(job.fallback)})`;
  return `one after another in ${shown(job.repository)} itself, nothing lands${why}`;
}

export function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** Cut to a width, so that a line never wraps and the live view can be painted over. */
export function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** A moment as a clock on the wall shows it; with its day where that is another one. */
export function clock(at: number, now: number = Date.now()): string {
  const [then, today] = [new Date(at), new Date(now)];
  const two = (number: number): string => String(number).padStart(2, "0");
  const time = `${two(then.getHours())}:${two(then.getMinutes())}`;
  if (then.toDateString() === today.toDateString()) return time;
  return `${String(then.getFullYear())}-${two(then.getMonth() + 1)}-${two(then.getDate())} ${time}`;
}

/** A name from a score or a commit, fit for a line: what would break it or speak to the terminal is written out. */
export function shown(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * What somebody or some program said, in one line: where it broke its lines is no news. What else would speak to the
 * terminal is written out.
 */
export function prose(text: string): string {
  const line = text
    .trim()
    .replaceAll(/(\S?)[^\S\n]*\n\s*/g, (_, end: string) => `${end}${/[.,:;!?]/.test(end) ? "" : ";"} `);
  return shown(line.replaceAll(/[\t\r]+/g, " "));
}

/**
 * A word of a command that is printed to be copied: the shell takes it as one, and nothing in it speaks to shell or
 * terminal.
 */
export function shellWord(text: string): string {
  const safe = shown(text);
  return /^[\w@%+:,./][\w@%+=:,./-]*$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}

/** The widest a name may be in a line that has more to say. */
const widestName = 48;
const tailWidth = 16;

/**
 * A name for such a line. Long ones are cut in the middle: ids that are made by a program often differ only at their
 * end.
 */
export function shortName(name: string): string {
  const text = shown(name);
  return text.length <= widestName ? text : `${text.slice(0, widestName - tailWidth - 1)}…${text.slice(-tailWidth)}`;
}
