import { Script } from "node:vm";
import type { Sides } from "../../src/git/objects/trees/merge.ts";

/**
 * What is wrong with a merge of programs in which every name is unique: told by names alone, without counting or
 * comparing as the certificate does, and by the engine's own parser.
 */
export function wrongsIn({ base, ours, theirs }: Sides<string>, merged: string): readonly string[] {
  const [before, after] = [namesIn(base), namesIn(merged)];
  const wrongs: string[] = [];
  for (const [side, text] of [
    ["ours", ours],
    ["theirs", theirs],
  ] as const) {
    const names = namesIn(text);
    for (const name of names) if (!before.has(name) && !after.has(name)) wrongs.push(`lost ${name} of ${side}`);
    for (const name of before)
      if (!names.has(name) && after.has(name)) wrongs.push(`revived ${name}, removed by ${side}`);
  }
  const [mine, yours] = [namesIn(ours), namesIn(theirs)];
  for (const name of before)
    if (mine.has(name) && yours.has(name) && !after.has(name)) wrongs.push(`lost ${name} of both`);
  if (!isProgram(merged)) wrongs.push("it does not parse");
  return wrongs;
}

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/\w+/g) ?? []);
}

function isProgram(text: string): boolean {
  try {
    return new Script(text) instanceof Script;
  } catch {
    return false;
  }
}
