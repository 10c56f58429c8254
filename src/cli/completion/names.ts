import type { Tutti } from "../../api/tutti.ts";
import { withTutti } from "../ask.ts";
import { reachTutti } from "../reach.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A person who presses Tab does not wait: after this long since the process began, there are no names. */
const usualMs = 200;
/** More than a shell could show. */
const mostNames = 500;

/**
 * Prints names of jobs and sheets, one a line, for the completion of shells: `tutti __names KIND WORD [JOB]`. It starts
 * no conductor, says nothing else, and never fails.
 */
export async function printNames(terminal: Terminal, [kind, word = "", job]: readonly string[]): Promise<never> {
  const mostMs = Number(process.env["TUTTI_COMPLETION_MS"]) || usualMs;
  const late = setTimeout(leave, Math.max(1, mostMs - performance.now()));
  const quiet: Terminal = { ...terminal, isLive: false, err: () => undefined };
  try {
    const names = await withTutti(await reachTutti(quiet, { start: false }), (tutti) =>
      namesFor(tutti, { kind, word, job: job === undefined || job === "" ? undefined : job }),
    );
    const fitting = [...new Set(names)].filter((name) => name.startsWith(word) && !/[\n\r]/.test(name));
    await new Promise<void>((resolve) => {
      process.stdout.write(
        fitting
          .slice(0, mostNames)
          .map((name) => `${name}\n`)
          .join(""),
        () => resolve(),
      );
    });
  } catch {
    // A shell has no use for an error in the middle of a line.
  }
  clearTimeout(late);
  return leave();
}

function leave(): never {
  process.exit(0);
}

interface Wanted {
  readonly kind: string | undefined;
  readonly word: string;
  readonly job: string | undefined;
}

async function namesFor(tutti: Tutti, { kind, word, job }: Wanted): Promise<readonly string[]> {
  const folder = process.cwd();
  const jobs =
    kind === "sheet" ? [] : (await tutti.call("job.find", { folder, job: "" })).map((found) => found.job as string);
  const slash = word.indexOf("/");
  if (kind === "job" && slash === -1) return jobs;
  const named = slash === -1 ? job : word.slice(0, slash);
  const sheets = await tutti.call("job.find", { folder, sheet: "", ...(named === undefined ? {} : { job: named }) });
  const before = slash === -1 ? "" : `${word.slice(0, slash)}/`;
  return [...jobs, ...sheets.flatMap(({ sheet }) => (sheet === null ? [] : [`${before}${sheet.id}`]))];
}
