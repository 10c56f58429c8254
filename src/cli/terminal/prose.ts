import { branchName, visible } from "../../base/text.ts";

export function shortSha(sha: string): string {
  return sha.slice(0, 10);
}

/** Where results go, for a line about a job. */
export function landingWords(job: {
  readonly landsOn: string | null;
  readonly repository: string;
  readonly fallback: string | null;
}): string {
  if (job.landsOn !== null) return `landing on ${branchName(job.landsOn)}`;
  const why = job.fallback === null ? "" : ` (${visible(job.fallback)})`;
  return `one after another in ${visible(job.repository)} itself, nothing lands${why}`;
}

/** A moment as a clock on the wall shows it; with its day where that is another one. */
export function clock(at: number, now: number = Date.now()): string {
  const [then, today] = [new Date(at), new Date(now)];
  const two = (number: number): string => String(number).padStart(2, "0");
  const time = `${two(then.getHours())}:${two(then.getMinutes())}`;
  if (then.toDateString() === today.toDateString()) return time;
  return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())} ${time}`;
}

/** How long ago a moment was, in the one unit that matters. */
export function ago(at: number, now: number = Date.now()): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / 60 / 24)} d ago`;
}

/**
 * The words of a person or a program, in one line: their line breaks are dropped. Other characters that would speak to
 * the terminal are written out.
 */
export function prose(text: string): string {
  const line = text
    .trim()
    .replaceAll(/(\S?)[^\S\n]*\n\s*/g, (_, end: string) => `${end}${/[.,:;!?]/.test(end) ? "" : ";"} `);
  return visible(line.replaceAll(/[\t\r]+/g, " "));
}

/** The widest a name may be in a line that has more to say. */
const widestName = 48;
const tailWidth = 16;

/**
 * A name for such a line. Long ones are cut in the middle: ids that are made by a program often differ only at their
 * end.
 */
export function shortName(name: string): string {
  const text = visible(name);
  return text.length <= widestName ? text : `${text.slice(0, widestName - tailWidth - 1)}…${text.slice(-tailWidth)}`;
}
