import { expect, it } from "vitest";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { wire } from "../../../test/kit/wire.ts";

const many = (name: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: 50 }, (_, place) => [`${name}-${String(place)}.txt`, `${name}\n`]));

it("captures of one context at the same moment all hold all of it", async () => {
  const wired = await wire(makeRepository(many("old")));
  const context = await wired.create("fix");
  writeFiles(context.path, many("new"));
  const proofs = await Promise.all([1, 2, 3, 4].map(() => wired.capture("fix", context)));
  for (const { tree, leftOut } of proofs) {
    expect(wired.look("ls-tree", "-r", "--name-only", tree).split("\n")).toHaveLength(100);
    expect(leftOut).toEqual([]);
  }
});
