import type { ProblemCode } from "../../source/codes.ts";

/** The code of a template's error: an unknown name is another mistake than wrong syntax. */
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
