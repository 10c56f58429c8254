import { Readable, Writable } from "node:stream";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { version } from "../version.ts";
import { doorHere } from "./door-here.ts";

export const declare: Declare = (command, perform) => {
  command
    .description(
      "Serve Tutti as one agent to an editor over the Agent Client Protocol, on stdin and stdout. A message starts a job, its results ask for permission to land, and /commands control it.",
    )
    .action(perform(acp));
};

export async function acp(terminal: Terminal): Promise<number> {
  const [{ ndJsonStream }, { serveAcp }] = await Promise.all([
    import("@agentclientprotocol/sdk"),
    import("../../protocols/acp/agent.ts"),
  ]);
  const door = doorHere(terminal);
  try {
    await serveAcp(door, ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)), version);
    return exitCodes.good;
  } finally {
    await door.close();
  }
}
