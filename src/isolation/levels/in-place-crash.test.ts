import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { wireGit } from "../../../test/kit/git.ts";
import { enter } from "../../../test/kit/in-place.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { wire } from "../../../test/kit/wire.ts";
import type { Git } from "../../git/git.ts";
import { contextIdOf } from "../context.ts";
import { putBackPlace } from "./put-back.ts";

it("what a folder was is written down before the work of an earlier attempt is brought back into it", async () => {
  const plain = wireGit();
  const known: boolean[] = [];
  const git: Git = {
    ...plain,
    sealed: (call) => {
      const { args } = call;
      if (args[0] === "read-tree" && args.includes("-m")) known.push(existsSync(join(wired.places.admin(second), "record.json")));
      return plain.sealed(call);
    },
  };
  const wired = await wire(makeRepository(), git);
  const context = await enter(wired, "s");
  const { job, sheet } = { job: context.id.split(".")[0] as never, sheet: "s" as never };
  const second = contextIdOf(job, sheet, 2);
  writeFiles(context.path, { "half.txt": "half\n" });
  const { commit } = await wired.capture("s", context);
  await putBackPlace(git, wired, { context, commit, job, sheet, attempt: 1 });
  known.length = 0;
  await enter(wired, "s", { attempt: 2, base: context.base, continueFrom: commit });
  expect([known, existsSync(join(context.path, "half.txt"))]).toEqual([[true], true]);
});
