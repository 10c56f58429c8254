import type { Outside } from "../../process/enclosure.ts";
import type { AgentCommand, AgentPaths } from "../agent.ts";

type Needs = Pick<Extract<AgentCommand, { kind: "run" }>, "files" | "own" | "logins">;

/** The paths that an agent needs besides its context. */
export function outsideOf({ files = [], own = [], logins = [] }: Needs, paths: AgentPaths): Outside {
  const { promptPath, briefPath, eventsPath, homePath, workspacePath } = paths;
  return {
    read: [promptPath, ...(briefPath === undefined ? [] : [briefPath]), ...files.map(({ path }) => path), ...own],
    write: [eventsPath, homePath, workspacePath],
    home: logins,
  };
}
