import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { wireGit } from "../../test/kit/git.ts";
import { makeRepository, person, shown } from "../../test/kit/repository.ts";
import type { JobId, SheetId } from "../base/ids.ts";
import { openRepository } from "../git/repository.ts";
import { createContext } from "./create.ts";
import { openObjectStore } from "./object-store.ts";
import { placesIn } from "./places.ts";

it("a context for checks can be made where a git was killed while it filled an earlier one of the same attempt", async () => {
  const git = wireGit();
  const user = makeRepository({ "a.txt": "a\n" });
  const places = placesIn(tempFolder());
  const store = await openObjectStore(git, places.repositories, await openRepository(git, user.path));
  const attempt = { job: "job-aaaaaa" as JobId, sheet: "a" as SheetId, attempt: 1 };
  const folder = places.attempt(attempt.job, attempt.sheet, attempt.attempt);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "check.index.lock"), "");

  const context = await createContext(git, places, {
    ...attempt,
    purpose: "check",
    mode: "clone",
    base: user.head(),
    continueFrom: null,
    branch: "landing",
    identity: person,
    store,
  });

  expect(shown(context.path, "a.txt")).toBe("file a\n");
});
