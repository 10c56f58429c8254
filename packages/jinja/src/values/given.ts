import { fault } from "../fault.ts";
import type { Args, Missing, Run, Value } from "./value.ts";

/** The error for using a value that does not exist. */
export function noValue({ spot, why }: Missing, run: Run): Error {
  if (why !== null) return fault(why, spot);
  const text = spot === null ? "" : spot.source.text.slice(spot.from, spot.to);
  const words = /^\w+$/.test(text)
    ? `there is no variable ${JSON.stringify(text)}${run.suggest(text)}`
    : `${JSON.stringify(text)} has no value`;
  return fault(words, spot);
}

/** The arguments in the order of the names that a filter or function gives them; `undefined` where there is none. */
export function bound(names: string, args: Args): readonly (Value | undefined)[] {
  const known = names === "" ? [] : names.split(" ");
  if (args.positional.length > known.length) throw fault(`takes no more than ${known.length} arguments`);
  for (const name of args.named.keys()) {
    if (!known.includes(name))
      throw fault(`takes no argument ${JSON.stringify(name)}; its arguments: ${known.join(", ")}`);
  }
  return known.map((name, index) => args.positional[index] ?? args.named.get(name));
}
