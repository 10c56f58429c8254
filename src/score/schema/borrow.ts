import { z } from "zod";
import { meaning } from "../source/shape.ts";

/** A folder of a checkout. One at the top is found from above a context; one that lies deeper is lent within it. */
const folder = meaning((written) =>
  written.split("/").every(isName)
    ? { kind: "means", value: written }
    : {
        kind: "wrong",
        why: "must be the path of a folder below the top of the repository, such as node_modules or web/node_modules",
      },
).meta({ pattern: String.raw`^[^/\\]+(/[^/\\]+)*$` });

function isName(step: string): boolean {
  return /^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u.test(step) && step.toLowerCase() !== ".git";
}

export const borrow = z.array(folder).max(200);
