import { TuttiError } from "../../base/error.ts";
import type { Conversation } from "../../process/run/converse.ts";
import type { ProcessEnd } from "../../process/process.ts";
import { type Git, howEnded } from "../git.ts";
import { type Answer, type Expected, makeAnswerReader } from "./answers.ts";

/**
 * Asks one long-lived git about objects, in order. It finds what others store meanwhile; alternates are read only when
 * git starts.
 */
export interface Reader {
  /** Its content, unless that is larger than `mostBytes`. */
  contents(id: string, mostBytes: number): Promise<Answer>;
  /** Its type and size only. */
  info(id: string): Promise<Answer>;
  close(): Promise<void>;
}

interface Question extends Expected {
  readonly text: string;
  readonly answer: (answer: Answer) => void;
  readonly fail: (error: TuttiError) => void;
  /** It was being answered when a git died. */
  hasFailed: boolean;
}

const usualIdleMs = 3000;

/** The first question starts git; a pause ends it. */
export function openReader(git: Git, place: { readonly gitDir: string; readonly idleMs?: number }): Reader {
  const open: Question[] = [];
  let current: Conversation | null = null;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  function start(): Conversation {
    const conversation = startGit(git, place.gitDir, { open, onRest: rest });
    void conversation.over.then((end) => {
      if (current === conversation) goOn(end);
    });
    return conversation;
  }

  function rest(): void {
    current?.awaits(false);
    // When this process ends, so does git's input, and git with it.
    idle = setTimeout(() => {
      const left = current;
      current = null;
      void left?.end();
    }, place.idleMs ?? usualIdleMs).unref();
  }

  /** It was killed, or met an unreadable object: the rest is asked again. */
  function goOn(end: ProcessEnd): void {
    clearTimeout(idle);
    current = null;
    dropHopeless(open, end);
    if (open.length === 0) return;
    current = start();
    current.say(open.map((question) => question.text).join(""));
  }

  function ask(text: string, expected: Expected): Promise<Answer> {
    if (isClosed)
      throw new TuttiError("git.failed", "objects were asked for after they had been closed", { audience: "bug" });
    clearTimeout(idle);
    return new Promise((answer, fail) => {
      open.push({ text, ...expected, answer, fail, hasFailed: false });
      current ??= start();
      current.awaits(true);
      current.say(text);
    });
  }

  return {
    contents: (id, mostBytes) => ask(`contents ${id}\n`, { hasContent: true, mostBytes }),
    info: (id) => ask(`info ${id}\n`, { hasContent: false, mostBytes: 0 }),
    close: async () => {
      isClosed = true;
      // Open questions are still answered, if need be by a new git.
      while (current !== null) await current.end();
      clearTimeout(idle);
    },
  };
}

function startGit(git: Git, gitDir: string, { open, onRest }: { open: Question[]; onRest: () => void }): Conversation {
  const answers = makeAnswerReader(
    () => open[0],
    (answer) => {
      open.shift()?.answer(answer);
      if (open.length === 0) onRest();
    },
  );
  return git.converse({ gitDir, args: ["cat-file", "--batch-command"], heard: (chunk) => answers.take(chunk) });
}

/** Drops the question at which git died twice or stood still; all of them where git can't be started. */
function dropHopeless(open: Question[], end: ProcessEnd): void {
  const [first] = open;
  if (end.how.kind === "not-started") for (const question of open.splice(0)) question.fail(died(end));
  else if (first?.hasFailed === true || end.how.kind === "idle") open.shift()?.fail(died(end));
  else if (first !== undefined) first.hasFailed = true;
}

function died(end: ProcessEnd): TuttiError {
  if (end.how.kind === "not-started")
    return new TuttiError("git.missing", `could not start git: ${end.how.reason}`, { audience: "environment" });
  const said = end.stderr.toString("utf8").trim().slice(0, 2000);
  return new TuttiError("git.failed", `reading objects: git ended (${howEnded(end.how)}): ${said}`, {
    audience: "environment",
  });
}
