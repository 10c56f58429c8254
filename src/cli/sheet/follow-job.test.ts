import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { prefixesFor } from "./follow-job.ts";

test("every line of a sheet has its name, also where pieces end within lines", () => {
  const out = new PassThrough();
  const withPrefix = prefixesFor(out);
  const [one, two] = [withPrefix("one | "), withPrefix("two | ")];
  one.write("a\nb");
  one.write("c\n");
  two.write("x\n\ny\n");
  expect(String(out.read())).toBe("one | a\none | bc\ntwo | x\ntwo | \ntwo | y\n");
});
