import { z } from "zod";
import { meaning } from "../source/shape.ts";

/** A folder right below the top of a checkout: what lies deeper can't be found from above. */
const folderName = meaning((written) =>
  /^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u.test(written) && written !== ".git"
    ? { kind: "means", value: written }
    : { kind: "wrong", why: "must be the name of a folder at the top of the repository, such as node_modules" },
).meta({ pattern: String.raw`^[^/\\]+$` });

export const borrow = z.array(folderName).max(20);
