import { runInteractive } from "../../process/run/interactive.ts";
import { withTutti } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { reachTutti } from "../reach.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { openerOf } from "./opener.ts";

export const declare: Declare = (command, perform) => {
  command
    .description(
      "Open the dashboard in the browser: all jobs live, where their time goes, diffs to comment on. The conductor serves it on the loopback address. The link logs one browser in, once, within five minutes.",
    )
    .option("--no-open", "only print the link")
    .action(perform(dashboard));
};

async function dashboard(terminal: Terminal, { open }: { readonly open: boolean }): Promise<number> {
  const { url } = await withTutti(await reachTutti(terminal, { start: true, tells: "start" }), (tutti) =>
    tutti.call("dashboard.open", {}),
  );
  terminal.out(url);
  const opener = open && terminal.isLive ? openerOf(process.platform, process.env) : null;
  if (opener === null) return exitCodes.good;
  const end = await runInteractive({ argv: [...opener, url], cwd: "/", env: process.env });
  if (end.kind !== "exited" || end.code !== 0)
    terminal.err("note: no browser could be opened from here. Open the link yourself.");
  return exitCodes.good;
}
