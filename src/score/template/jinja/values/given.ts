import { suggestion } from "../../../source/nearest.ts";
import { fault } from "../fault.ts";
import type { Args, Missing, Run, Value } from "./value.ts";

/** The words for a value that is not there. */
export function noValue({ spot, why }: Missing, run: Run): Error {
  if (why !== null) return fault(why, spot ?? undefined);
  const text = spot === null ? "" : spot.source.text.slice(spot.from, spot.to);
  const words = /^\w+$/.test(text)
    ? `there is no variable ${JSON.stringify(text)}${suggestion(text, run.names())}`
    : `${JSON.stringify(text)} has no value`;
  return fault(words, spot ?? undefined);
}

/** The arguments by the names a filter or function gives them; `undefined` where there is none. */
export function bound(names: string, args: Args): readonly (Value | undefined)[] {
  const known = names === "" ? [] : names.split(" ");
  if (args.positional.length > known.length) throw fault(`takes no more than ${known.length} arguments`);
  for (const name of args.named.keys()) {
    if (!known.includes(name)) throw fault(`takes no argument ${JSON.stringify(name)}${suggestion(name, known)}`);
  }
  return known.map((name, index) => args.positional[index] ?? args.named.get(name));
}
