import type { AgentRequest } from "./agent.ts";

/** The variables of every agent. */
export function agentVariables(request: AgentRequest): Record<string, string> {
  return {
    TUTTI_JOB: request.whose.jobId,
    TUTTI_SHEET: request.whose.sheetId,
    TUTTI_ATTEMPT: String(request.whose.attempt),
    TUTTI_PROMPT_FILE: request.paths.promptPath,
    ...(request.paths.briefPath === undefined ? {} : { TUTTI_BRIEF_FILE: request.paths.briefPath }),
    TUTTI_WORKSPACE: request.paths.workspacePath,
    TUTTI_EVENTS: request.paths.eventsPath,
  };
}

const saysSo = /(?:KEY|TOKEN|SECRET|PASSWORD)$/i;

/** By their names, or because they are `named`. */
export function secretsIn(env: Readonly<Record<string, string>>, named: readonly string[] = []): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== "" && (saysSo.test(name) || isNamed(named, name)) ? [value] : [],
  );
}

/** A `*` at the end of a known name matches any rest. */
export function isNamed(names: readonly string[], name: string): boolean {
  return names.some((known) => (known.endsWith("*") ? name.startsWith(known.slice(0, -1)) : name === known));
}
