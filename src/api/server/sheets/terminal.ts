import type { Attempt } from "../../../conductor/hands.ts";
import type { Context } from "../../../isolation/context.ts";
import { agentName } from "../../../score/agent-plan.ts";
import { agentAt } from "../../../score/cast.ts";
import { type JobParts, type Terminal, notNow } from "../jobs/parts.ts";
import type { Visitable } from "./visitable.ts";

interface Wanted {
  readonly what: "agent" | "shell";
  readonly state: Visitable;
  readonly context: Context;
  readonly environment: Readonly<Record<string, string>> | undefined;
}

/** What a person gets to work with: their own shell, or the terminal of the agent that was at it last. */
export async function terminalOf(
  parts: JobParts,
  attempt: Attempt,
  { what, state, context, environment }: Wanted,
): Promise<Terminal> {
  if (what === "shell") return { argv: [environment?.["SHELL"] || "/bin/sh"], env: {} };
  const agent = agentAt(attempt.sheet, state.counts.fallbacks);
  // A session is with one agent; another knows nothing of it.
  const session = state.session?.agent === state.counts.fallbacks ? state.session.id : null;
  parts.rememberEnvironment(attempt.job.id, environment);
  const terminal = await parts.terminalFor(attempt, { agent, session, context });
  if (terminal !== null) return terminal;
  const { id } = attempt.sheet;
  throw notNow(
    `${agentName(agent)} has no terminal of its own`,
    `Open a shell where it worked: tutti shell ${id} --job ${attempt.job.id}`,
  );
}
