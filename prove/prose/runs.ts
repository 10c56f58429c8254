import type { AgentEvent } from "../../src/agents/agent-event.ts";
import type { Abilities } from "../../src/agents/agent.ts";
import { foldFeedback } from "../../src/agents/run/feedback.ts";
import { troubleOf } from "../../src/agents/trouble/classify.ts";
import { genericComplaints } from "../../src/agents/trouble/complaints.ts";
import type { EpochMs } from "../../src/base/ids.ts";
import type { HowEnded } from "../../src/process/process.ts";
import type { Trouble, TroubleCode } from "../../src/sheet/trouble/trouble.ts";
import type { RealError } from "./real-errors.ts";

export const now: EpochMs = Date.parse("2026-11-15T18:00:00Z") as EpochMs;

/** A run in which nothing went wrong but what its end says. */
export interface InnocentRun {
  readonly name: string;
  /** What it may be taken for; `null`: nothing. */
  readonly code: TroubleCode | null;
  readonly judge: (text: string) => Trouble | null;
}

/** Every way in which prose can come to the one who judges. */
export const innocentRuns: readonly InnocentRun[] = [
  run("said, ended well", null, (text) => ({ events: [said(text), ended(true, null)], code: 0 })),
  run("its last word, ended well", null, (text) => ({ events: [ended(true, text)], code: 0 })),
  run("said, crashed", "E009", (text) => ({ events: [said(text)], code: 1 })),
  run("its last word, ended badly", "E009", (text) => ({ events: [said(text), ended(false, text)], code: 1 })),
  run("ended badly, exit code 0", "E009", (text) => ({ events: [ended(false, text)], code: 0 })),
  run("the detail of a tool, no end", "E008", (text) => ({
    events: [{ kind: "did", tool: "run", detail: text }],
    code: 0,
  })),
  run("plain text, ended well", null, (text) => ({
    events: lines(text).map(() => unread),
    code: 0,
    prose: true,
    stderr: text,
  })),
  run("plain text, exit code 1", "E009", (text) => ({ events: lines(text).map(() => unread), code: 1, prose: true })),
  run("stderr, exit code 1", "E009", (text) => ({ events: [], code: 1, prose: true, stderr: text })),
  run("stderr of an agent with events, crashed", "E009", (text) => ({
    events: [said("hello")],
    code: 1,
    stderr: text,
  })),
  run("stderr of an agent with events, no end", "E008", (text) => ({ events: [said("hello")], code: 0, stderr: text })),
];

export function judgeError({ problem, stderr }: RealError): Trouble | null {
  if (problem === undefined) return judged({ events: [], code: 1, prose: true, stderr: stderr ?? "" });
  const [status, type, message] = problem;
  const failed: AgentEvent = { kind: "failed", isFinal: true, problem: { status, type, message, resetAt: null } };
  // As Claude does it: the process says that all is well.
  return judged({ events: [said("I will do it."), failed, ended(false, message)], code: 0 });
}

interface Printed {
  readonly events: readonly AgentEvent[];
  readonly code: number;
  readonly prose?: true;
  readonly stderr?: string;
}

function run(name: string, code: TroubleCode | null, printing: (text: string) => Printed): InnocentRun {
  return { name, code, judge: (text) => judged(printing(text)) };
}

function judged({ events, code, prose, stderr = "" }: Printed): Trouble | null {
  const fold = foldFeedback();
  for (const event of events) fold.add(event);
  const how: HowEnded = { kind: "exited", code };
  return troubleOf({
    how,
    oom: false,
    feedback: fold.feedback,
    abilities: prose ? withoutEvents : withEvents,
    stderr,
    complaints: genericComplaints,
    now,
  });
}

const withEvents: Abilities = { events: true, sessions: true, usage: true, budget: true };
const withoutEvents: Abilities = { events: false, sessions: false, usage: false, budget: false };
const unread: AgentEvent = { kind: "unread" };

function said(text: string): AgentEvent {
  return { kind: "said", text };
}

function ended(isGood: boolean, text: string | null): AgentEvent {
  return { kind: "ended", isGood, text };
}

function lines(text: string): readonly string[] {
  return text.split("\n");
}
