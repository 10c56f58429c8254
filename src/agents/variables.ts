import type { AgentRequest } from "./agent.ts";

/** What every agent finds in its environment, whatever it is. */
export function agentVariables(request: AgentRequest): Record<string, string> {
  return {
    TUTTI_JOB: request.jobId,
    TUTTI_SHEET: request.sheetId,
    TUTTI_ATTEMPT: String(request.attempt),
    TUTTI_PROMPT_FILE: request.promptPath,
    ...(request.briefPath === undefined ? {} : { TUTTI_BRIEF_FILE: request.briefPath }),
    TUTTI_WORKSPACE: request.workspacePath,
    TUTTI_EVENTS: request.eventsPath,
  };
}
