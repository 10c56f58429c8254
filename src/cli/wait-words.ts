import type { Method, Tutti } from "../api/tutti.ts";
import { whileWaiting } from "./progress/waiting.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** The work behind a call, for a person who waits for it. Other calls are answered from records. */
const words: Partial<Readonly<Record<Method, string>>> = {
  "agents.check": "asking agents for their versions and logins",
  "agents.list": "looking for agents",
  "context.adopt": "capturing worktrees and clones",
  "context.clean": "capturing and removing contexts",
  "context.plan-cleaning": "measuring contexts",
  "context.prune": "pruning records of contexts",
  "context.remove": "capturing and removing the context",
  "context.strays": "looking for worktrees and clones",
  "gates.check": "running the gates",
  "gates.try": "trying commands on the target",
  "job.archive": "capturing and removing the contexts of the job",
  "job.cancel": "ending and capturing what runs",
  "job.modify": "comparing the score with the job",
  "job.pause": "pausing the job",
  "job.revalidate": "running the validations again",
  "landing.verify": "proving landings against git",
  "pulls.sync": "asking the server for its pull requests",
  "radar.look": "merging running sheets for trial",
  "review.list": "looking for results that wait",
  "review.try": "merging the result with the target",
  "sheet.diff": "comparing snapshots",
  "sheet.enter": "making the context ready",
  "sheet.leave": "capturing what you changed",
  "sheet.restore": "restoring the snapshot",
};

/** Calls that take longer than half a second say what happens meanwhile. */
export function tellWaits(terminal: Terminal, tutti: Tutti): Tutti {
  return {
    call: (method, params) =>
      whileWaiting(terminal, words[method] ?? "waiting for an answer", tutti.call(method, params)),
    follow: (what, listener) => tutti.follow(what, listener),
    close: () => tutti.close(),
  };
}
