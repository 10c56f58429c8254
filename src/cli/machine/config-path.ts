import { lookAtSettings } from "../../config/read.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";

/** Which files are read here. The paths go out as they are: scripts take them. */
export async function configPath(terminal: Terminal, options: { readonly json?: true }): Promise<number> {
  const { files } = await lookAtSettings({ env: process.env, project: process.cwd() });
  if (options.json === true) terminal.out(JSON.stringify(files));
  else
    for (const { path, level, isThere } of files)
      terminal.out(`${path}  ${terminal.dim(`(${level}${isThere ? "" : ", not there"})`)}`);
  return exitCodes.good;
}
