import type { ProcessEnd, ProcessRequest, RunProcess } from "../process/process.ts";

/**
 * Repeats a read-only git that was killed or exited 128: that may be an answer (no such commit) or a fault of the
 * machine. It is an answer when it comes three times.
 */
export function askingAgain(run: RunProcess): RunProcess {
  return async (request) => {
    if (!isQuestion(request)) return run(request);
    let end = await run(request);
    for (let again = 1; again < mostTimes && isDoubtful(end); again += 1) end = await run(request);
    return end;
  };
}

const mostTimes = 3;

/** When git gives up, for any reason. */
const fatal = 128;

function isDoubtful({ how }: ProcessEnd): boolean {
  return how.kind === "signalled" || (how.kind === "exited" && how.code === fatal);
}

const questions: ReadonlySet<string> = new Set([
  ...["cat-file", "check-attr", "check-ignore", "check-ref-format", "diff-index", "diff-tree", "for-each-ref", "log"],
  ...["ls-files", "ls-tree", "merge-base", "rev-list", "rev-parse", "verify-commit", "version"],
]);

function isQuestion({ argv, stdin }: ProcessRequest): boolean {
  const isTalk = typeof stdin === "object" && "onOpen" in stdin;
  const command = commandOf(argv.slice(1)) ?? "";
  const isLook = command === "config" && argv.some((word) => /^--(?:get|list)/.test(word));
  return !isTalk && (isLook || questions.has(command));
}

/** Behind the options of git itself. */
function commandOf([first, second, ...rest]: readonly string[]): string | undefined {
  if (first === "-c") return commandOf(rest);
  if (first?.startsWith("-") === true) return commandOf(second === undefined ? [] : [second, ...rest]);
  return first;
}
