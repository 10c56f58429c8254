import { join } from "node:path";
import { expect, it } from "vitest";
import { makePipes } from "../../../../test/kit/folders.ts";
import { enter } from "../../../../test/kit/in-place.ts";
import { makeRepository } from "../../../../test/kit/repository.ts";
import { wire } from "../../../../test/kit/wire.ts";

const pipe = (folder: string, name: string) => makePipes(join(folder, name));

it("in the user's own folder what could not be captured before an agent came is not its doing; what came with it is", async () => {
  const wired = await wire(makeRepository({ "a.txt": "a\n" }));
  pipe(wired.repository.path, "mine");
  const context = await enter(wired, "s");
  expect((await wired.capture("s", context)).leftOut).toEqual([]);
  pipe(context.path, "its");
  expect((await wired.capture("s", context)).leftOut.map(({ path }) => path)).toEqual(["its"]);
});

it("in a context of its own everything counts", async () => {
  const wired = await wire(makeRepository({ "a.txt": "a\n" }));
  const context = await wired.create("s");
  pipe(context.path, "its");
  expect((await wired.capture("s", context)).leftOut.map(({ path }) => path)).toEqual(["its"]);
});
