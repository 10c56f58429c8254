import type { AgentCommand } from "../agent.ts";

/** Linux takes no single argument of 128 KiB or more; below it by a margin, the same on every system. */
const longestArgumentBytes = 120 * 1024;

export function fitsArgument(prompt: string): boolean {
  return Buffer.byteLength(prompt) <= longestArgumentBytes;
}

export function promptTooLong(program: string, prompt: string): AgentCommand {
  const bytes = String(Buffer.byteLength(prompt));
  const detail = `the prompt for ${JSON.stringify(program)} has ${bytes} bytes, more than an argument can hold (${String(longestArgumentBytes)}); give it by stdin or file`;
  return { kind: "refused", code: "E602", detail };
}
