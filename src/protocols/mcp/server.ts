import { McpServer } from "@modelcontextprotocol/server";
import { messageOf, TuttiError } from "../../base/error.ts";
import { addResources } from "./resources.ts";
import type { Desk, Tool } from "./tool.ts";
import { contexts, diff, explain, landings, logs } from "./tools/look.ts";
import { planWork } from "./tools/draft.ts";
import { proposePattern } from "./tools/learn.ts";
import { approve, cancel, pause, resume, retry, tell } from "./tools/steer.ts";
import { plan, submit, validateScore } from "./tools/submit.ts";
import { jobs, status, wait } from "./tools/watch.ts";

export const tools: readonly Tool[] = [
  submit,
  planWork,
  plan,
  validateScore,
  jobs,
  status,
  wait,
  logs,
  diff,
  explain,
  landings,
  contexts,
  pause,
  resume,
  cancel,
  retry,
  tell,
  approve,
  proposePattern,
];

const instructions = `Tutti runs coding agents, each in a context of its own, validates their results and lands them on the target branch.
tutti_submit starts a job and answers at once; tutti_wait follows it with a cursor. A sheet is done when it has landed: tutti_landings proves it.
Nothing is lost when a sheet fails or is cancelled: its work is kept, and tutti_diff shows it.`;

/** A server for one client. All servers of a process share the desk. */
export function makeServer(desk: Desk, version: string): McpServer {
  const server = new McpServer({ name: "tutti", title: "Tutti", version }, { instructions });
  for (const one of tools) addTool(server, desk, one);
  addResources(server, desk);
  return server;
}

function addTool(
  server: McpServer,
  desk: Desk,
  { name, title, description, params, kind, isPatient, run }: Tool,
): void {
  const annotations = {
    readOnlyHint: kind === "look",
    destructiveHint: kind === "end",
    openWorldHint: false,
  };
  server.registerTool(name, { title, description, inputSchema: params, annotations }, async (asked) => {
    try {
      const answer = run(desk, asked as never);
      return textOf(isPatient === true ? await answer : await desk.slow.within(answer));
    } catch (error) {
      return { ...textOf(problemOf(error)), isError: true };
    }
  });
}

function textOf(answer: object): { content: { type: "text"; text: string }[] } {
  return { content: [{ type: "text", text: JSON.stringify(answer) }] };
}

/** What went wrong as a model can act on it. */
function problemOf(error: unknown): object {
  if (!(error instanceof TuttiError)) return { error: messageOf(error) };
  return { error: error.message, code: error.code, ...(error.hint === undefined ? {} : { hint: error.hint }) };
}
