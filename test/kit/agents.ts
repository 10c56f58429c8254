import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JobId, SheetId } from "../../src/base/ids.ts";
import { processGroup } from "../../src/process/tree/containment.ts";
import { allowedEnvironment } from "../../src/process/environment.ts";
import type { ProcessEnd, ProcessRequest } from "../../src/process/process.ts";
import { makeRunProcess } from "../../src/process/run/run.ts";
import type { Agent, AgentRequest } from "../../src/agents/agent.ts";
import { afterwards } from "./afterwards.ts";

export const scriptedPath = fileURLToPath(new URL("../../src/agents/scripted/tutti-scripted.sh", import.meta.url));

const run = makeRunProcess({
  containment: processGroup,
  owner: "agents.1",
  clock: {
    ticks: () => performance.now(),
    after(delayMs, call) {
      const timer = setTimeout(call, delayMs);
      return () => clearTimeout(timer);
    },
  },
});

const folders: string[] = [];
afterwards("each test", () => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tutti-agents-")));
  folders.push(folder);
  return folder;
}

type Wishes = Partial<Omit<AgentRequest, "whose" | "paths">> & {
  readonly whose?: Partial<AgentRequest["whose"]>;
  readonly paths?: Partial<AgentRequest["paths"]>;
};

/** An attempt with its prompt file and an empty context, as a conductor would set it up. */
export function makeRequest(prompt: string, { whose, paths, ...more }: Wishes = {}): AgentRequest {
  const [outside, contextPath] = [makeFolder(), makeFolder()];
  const promptPath = join(outside, "prompt");
  writeFileSync(promptPath, prompt);
  return {
    whose: { jobId: "job" as JobId, sheetId: "sheet" as SheetId, attempt: 1, ...whose },
    prompt,
    paths: {
      promptPath,
      contextPath,
      workspacePath: outside,
      eventsPath: join(outside, "events"),
      homePath: join(outside, "home"),
      ...paths,
    },
    session: null,
    budgetUsd: null,
    environment: process.env,
    ...more,
  };
}

export async function runAgent(
  agent: Agent,
  request: AgentRequest,
  more: Partial<ProcessRequest> = {},
): Promise<ProcessEnd> {
  const command = agent.plan(request);
  if (command.kind === "refused") throw new Error(command.detail);
  return run({
    argv: command.argv,
    cwd: request.paths.contextPath,
    env: allowedEnvironment(process.env, command.env),
    output: { kind: "memory", capBytes: 1_000_000 },
    tree: "contained",
    ...(command.stdin === undefined ? {} : { stdin: command.stdin }),
    ...more,
  });
}
