import type { ProblemCode } from "../../source/codes.ts";

/** Under which code a template's fault is told: a name that means nothing is another mistake than wrong grammar. */
export function templateCode(why: string): ProblemCode {
  return isUndefined(why) ? "V101" : "V001";
}

export function isUndefined(why: string): boolean {
  return /^there is no variable|has no value$/.test(why);
}
