import { type Door, makeDoor } from "../../protocols/door.ts";
import { find } from "../reach.ts";
import { environmentHere } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The way to Tutti from the folder that a server was started in. */
export function doorHere(terminal: Terminal): Door {
  return makeDoor({
    folder: process.cwd(),
    environment: environmentHere,
    async find(start) {
      const { kind, tutti } = await find(terminal, { start });
      return { tutti, isConductor: kind === "conductor" };
    },
  });
}
