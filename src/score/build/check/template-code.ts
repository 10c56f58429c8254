import type { ProblemCode } from "../../source/codes.ts";

/** Under which code a template's fault is told: a name that means nothing is another mistake than wrong grammar. */
export function templateCode(why: string): ProblemCode {
  if (isUnsafe(why)) return "V023";
  return isUndefined(why) ? "V101" : "V001";
}

export function isUndefined(why: string): boolean {
  return /^there is no variable|has no value$/.test(why);
}

/** A value of a command that was not shown to be data. */
export function isUnsafe(why: string): boolean {
  return /hand it over as data|^only (?:a )?whole number|^(?:a|no) value can(?:'t)? stand/.test(why);
}
