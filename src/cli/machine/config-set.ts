import { setInFile } from "../../config/files/set.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { shown } from "../words.ts";

export interface SetOptions {
  readonly key: string;
  readonly value: string;
  readonly project?: true;
  readonly json?: true;
}

export async function setConfig(terminal: Terminal, options: SetOptions): Promise<number> {
  const { key, value: text } = options;
  const done = await setInFile({
    key,
    text,
    env: process.env,
    project: options.project === true ? process.cwd() : null,
  });
  if (options.json === true) terminal.out(JSON.stringify(done));
  else terminal.out(`${done.key}: ${String(done.value)} in ${shown(done.path)}`);
  return exitCodes.good;
}
