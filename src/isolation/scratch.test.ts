import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { wireGit } from "../../test/kit/git.ts";
import { makeRepository, person, shown } from "../../test/kit/repository.ts";
import type { JobId, SheetId } from "../base/ids.ts";
import { openRepository } from "../git/repository.ts";
import { openObjectStore } from "./object-store.ts";
import { placesIn } from "./places.ts";
import { withScratch } from "./scratch.ts";

it("checks of an attempt can be run again where a git was killed while it made the folder for them", async () => {
  const git = wireGit();
  const user = makeRepository({ "a.txt": "a\n" });
  const places = placesIn(tempFolder());
  const store = await openObjectStore(git, places.repositories, await openRepository(git, user.path));
  const attempt = { job: "job-aaaaaa" as JobId, sheet: "a" as SheetId, attempt: 1 };
  const folder = places.attempt(attempt.job, attempt.sheet, attempt.attempt);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "check.index.lock"), "");

  const seen = await withScratch({ git, places }, { ...attempt, store, commit: user.head(), identity: person, purpose: "check" }, (path) =>
    Promise.resolve(shown(path, "a.txt")),
  );

  expect(seen).toBe("file a\n");
  expect(readdirSync(places.contexts)).toEqual([]);
});
