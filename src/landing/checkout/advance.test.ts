import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { hastyWorld, hermetic, wireGit } from "../../../test/kit/git.ts";
import { beginMove, makeLanding } from "../../../test/kit/landing.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { openRepository } from "../../git/repository.ts";
import { openObjectStore } from "../../isolation/store/object-store.ts";
import { advanceTarget } from "../ground/advance-target.ts";
import type { PublishHands } from "../hands.ts";

/**
 * A git that dies of SIGKILL when it is to move the target: before it has, or after. So do the next ones, as many as
 * `more` says.
 */
function mortalGit(when: "before" | "after", more: number): Readonly<Record<string, string>> {
  const folder = tempFolder();
  const deed = when === "before" ? "" : 'PATH=${PATH#*:} git "$@";';
  const left = join(folder, "left");
  const script = `#!/bin/sh
if test -e '${left}'; then read -r left <'${left}'; if test "$left" -gt 0; then echo $((left - 1)) >'${left}'; kill -9 $$; fi; fi
case " $* " in *" update-ref "*" refs/heads/main "*) ${deed} echo ${more} >'${left}'; kill -9 $$ ;; esac
PATH=\${PATH#*:} exec git "$@"
`;
  writeFileSync(join(folder, "git"), script, { mode: 0o755 });
  return { ...hermetic, PATH: `${folder}:${hermetic["PATH"] ?? ""}` };
}

async function landWith(when: "before" | "after", more = 0) {
  const git = wireGit(mortalGit(when, more));
  const user = makeRepository({ "a.txt": "one\n", "notes.txt": "notes\n", "staged.txt": "staged\n" });
  const from = user.head();
  const to = user.commit({ "a.txt": "two\n", "new/b.txt": "new\n" });
  user.git("reset", "-q", "--hard", from);
  writeFiles(user.path, { "notes.txt": "mine\n", "staged.txt": "mine too\n" });
  user.git("add", "staged.txt");
  const scratch = join(tempFolder(), "scratch");
  mkdirSync(scratch);
  const store = await openObjectStore(git, tempFolder(), await openRepository(git, user.path));
  const hands: PublishHands = { git, store, self: { world: hastyWorld, scratch, owner: "home.1" } };
  const landing = advanceTarget(hands, "refs/heads/main", { from, to });
  await expect(landing).rejects.toMatchObject({ code: "git.failed" });
  return { user, from, to };
}

describe("a git that is killed while it moves the target", () => {
  it("before it has: files and index stay with it, and the user's changes where they were", async () => {
    const { user, from } = await landWith("before");
    expect(user.head()).toBe(from);
    expect(user.git("status", "--porcelain")).toBe(" M notes.txt\nM  staged.txt");
    expect(readdirSync(user.gitDir).filter((name) => /lock|tutti/.test(name))).toEqual([]);
  });

  it("after it has: files and index follow it, and the user's changes stay where they were", async () => {
    const { user, to } = await landWith("after");
    expect(user.head()).toBe(to);
    expect(user.git("status", "--porcelain")).toBe(" M notes.txt\nM  staged.txt");
    expect(readdirSync(user.gitDir).filter((name) => /lock|tutti/.test(name))).toEqual([]);
  });

  it("and the next ones too: what was begun is finished all the same, and no lock is left", async () => {
    const { user, to } = await landWith("after", 4);
    expect(user.head()).toBe(to);
    expect(user.git("status", "--porcelain")).toBe(" M notes.txt\nM  staged.txt");
    expect(readdirSync(user.gitDir).filter((name) => /lock|tutti/.test(name))).toEqual([]);
  });
});

it("a lock that a landing of the same conductor could not give back is seen to by its next landing", async () => {
  const landing = await makeLanding({ before: { "a.txt": "one\n", "b.txt": "b\n" }, change: { "a.txt": "two\n" } });
  await beginMove(landing, { owner: landing.hands.self.owner, stage: "moving" });
  writeFiles(landing.user.path, { "a.txt": "two\n" });
  expect(await landing.land()).toEqual({ kind: "published" });
  expect([landing.user.head(), landing.status(), landing.leftovers()]).toEqual([landing.to, "", []]);
});
