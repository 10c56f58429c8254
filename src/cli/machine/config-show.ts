import { entryOf } from "../../config/keys.ts";
import type { SettingRow } from "../../config/merge.ts";
import { readSettings } from "../../config/read.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { shown } from "../words.ts";

/** Every setting that counts here, and who said so. */
export async function showConfig(terminal: Terminal, options: { readonly json?: true }): Promise<number> {
  const { rows } = await readSettings({ env: process.env, project: process.cwd() });
  if (options.json === true) {
    terminal.out(JSON.stringify(rows));
    return exitCodes.good;
  }
  const lines = rows.map((row) => ({ ...row, text: valueText(row) }));
  const [keyWidth, textWidth] = [
    Math.max(...lines.map(({ key }) => key.length)),
    Math.max(...lines.map(({ text }) => text.length)),
  ];
  for (const { key, text, origin, where } of lines) {
    const line = `${key.padEnd(keyWidth)}  ${text.padEnd(textWidth)}  ${origin}${where === null ? "" : ` ${shown(where)}`}`;
    terminal.out(origin === "built-in" ? terminal.dim(line) : line);
  }
  return exitCodes.good;
}

/** `null` says little to people: each key has a word for it. */
function valueText({ key, value }: SettingRow): string {
  return value === null ? (entryOf(key).kind.word ?? "null") : String(value);
}
