import { mkdtempSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInteractive } from "../../../process/run/interactive.ts";
import { pagerOf } from "./paged.ts";
import type { Terminal } from "../terminal.ts";

/** Runs a command, and shows what it printed in the pager if that is longer than the screen. */
export async function throughPager(terminal: Terminal, run: (terminal: Terminal) => Promise<number>): Promise<number> {
  const lines: string[] = [];
  const print = (): void => {
    for (const line of lines) terminal.out(line);
  };
  let code: number;
  try {
    code = await run({ ...terminal, out: (line) => void lines.push(...line.split("\n")) });
  } catch (error) {
    print();
    throw error;
  }
  if (lines.length < process.stdout.rows || !(await isRead(lines))) print();
  return code;
}

/** A file, and not a pipe: a pager that ends early leaves nothing behind. */
async function isRead(lines: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "tutti-page-"));
  const file = join(folder, "tutti");
  try {
    writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
    // As git does: colours are kept, and what fits stays on the screen.
    const env = { LESS: "FRX", LV: "-c", ...process.env };
    const end = await runInteractive({ argv: [...pagerOf(process.env), file], cwd: process.cwd(), env });
    return end.kind !== "not-started";
  } finally {
    unlinkSync(file);
    rmdirSync(folder);
  }
}
