import { expect, it } from "vitest";
import { wireGit } from "../../../../test/kit/git.ts";
import { livingIn } from "../../../../test/kit/processes.ts";
import { type TestRepository, makeRepository } from "../../../../test/kit/repository.ts";
import type { Conversation } from "../../../process/run/converse.ts";
import { signalProcess } from "../../../process/tree/proc.ts";
import type { Git } from "../../git.ts";
import { openRefs } from "./refs.ts";

/** git, with how often it was started: to stay, and for one call. */
function countedGit(): { git: Git; talks: Conversation[]; calls: string[] } {
  const real = wireGit();
  const talks: Conversation[] = [];
  const calls: string[] = [];
  const git: Git = {
    ...real,
    converse: (talk) => {
      const conversation = real.converse(talk);
      talks.push(conversation);
      return conversation;
    },
    sealed: (call) => {
      calls.push(call.args[0] ?? "");
      return real.sealed(call);
    },
  };
  return { git, talks, calls };
}

const why = "tutti: land";
function scene(format: "sha1" | "sha256" = "sha1") {
  const repository = makeRepository({}, format);
  const commits = ["one", "two", "three"].map((name) => repository.commit({ [name]: name }, name));
  const [one = repository.head(), two = one, three = one] = commits;
  return { repository, one, two, three };
}
const at = (repository: TestRepository, ref: string): string => repository.git("rev-parse", ref);

it.each(["sha1", "sha256"] as const)(
  "refs of a %s repository are made and moved by one git, and the log says why",
  async (format) => {
    const { repository, one, two, three } = scene(format);
    const { git, talks, calls } = countedGit();
    const refs = openRefs(git, { gitDir: repository.gitDir });
    expect(await refs.swap({ ref: "refs/heads/new", next: one, expected: null, why })).toBe(true);
    const moves = [two, three].map((next, place) =>
      refs.swap({ ref: "refs/heads/new", next, expected: place === 0 ? one : two, why }),
    );
    expect(await Promise.all(moves)).toEqual([true, true]);
    expect([at(repository, "refs/heads/new"), talks.length, calls]).toEqual([three, 1, []]);
    expect(repository.git("reflog", "refs/heads/new", "--format=%gs").split("\n")).toEqual([why, why, why]);
    await refs.close();
  },
);

it("one that stands elsewhere, or is there already, is not moved; the next is", async () => {
  const { repository, one, two, three } = scene();
  const { git } = countedGit();
  const refs = openRefs(git, { gitDir: repository.gitDir });
  repository.git("update-ref", "refs/heads/new", two);
  expect(await refs.swap({ ref: "refs/heads/new", next: three, expected: one, why })).toBe(false);
  expect(await refs.swap({ ref: "refs/heads/new", next: three, expected: null, why })).toBe(false);
  expect(at(repository, "refs/heads/new")).toBe(two);
  expect(await refs.swap({ ref: "refs/heads/new", next: three, expected: two, why })).toBe(true);
  expect(at(repository, "refs/heads/new")).toBe(three);
  await refs.close();
});

it("a symbolic one is replaced, not followed, and one whose object is missing is an error", async () => {
  const { repository, one, two } = scene();
  const refs = openRefs(wireGit(), { gitDir: repository.gitDir });
  repository.git("update-ref", "refs/heads/real", one);
  repository.git("symbolic-ref", "refs/heads/alias", "refs/heads/real");
  await refs.swap({ ref: "refs/heads/alias", next: two, expected: one, why });
  expect([at(repository, "refs/heads/real"), at(repository, "refs/heads/alias")]).toEqual([one, two]);
  await expect(refs.swap({ ref: "refs/heads/none", next: "1".repeat(40), expected: null, why })).rejects.toMatchObject({
    code: "git.failed",
  });
  await refs.close();
});

it("a name that only bytes can tell is moved all the same", async () => {
  const { repository, one } = scene();
  const refs = openRefs(wireGit(), { gitDir: repository.gitDir });
  expect(await refs.swap({ ref: "refs/heads/größe", next: one, expected: null, why })).toBe(true);
  expect(at(repository, "refs/heads/größe")).toBe(one);
  await refs.close();
});

it("a git that was killed is replaced, and the swap is done", async () => {
  const { repository, one, two } = scene();
  const { git, talks } = countedGit();
  const refs = openRefs(git, { gitDir: repository.gitDir });
  await refs.swap({ ref: "refs/heads/new", next: one, expected: null, why });
  const own = livingIn(repository.gitDir);
  // Stopped first, so that it does nothing of what it is told.
  for (const row of own) signalProcess(row, "SIGSTOP");
  const asked = refs.swap({ ref: "refs/heads/new", next: two, expected: one, why });
  for (const row of own) signalProcess(row, "SIGKILL");
  expect(await asked).toBe(true);
  expect([at(repository, "refs/heads/new"), talks.length]).toEqual([two, 1]);
  expect(await refs.swap({ ref: "refs/heads/new", next: one, expected: two, why })).toBe(true);
  expect(talks).toHaveLength(2);
  await refs.close();
});

it("it is ended when nothing was moved for a while", async () => {
  const { repository, one, two } = scene();
  const { git, talks } = countedGit();
  const refs = openRefs(git, { gitDir: repository.gitDir, idleMs: 1 });
  await refs.swap({ ref: "refs/heads/new", next: one, expected: null, why });
  await talks[0]?.over;
  expect(await refs.swap({ ref: "refs/heads/new", next: two, expected: one, why })).toBe(true);
  await refs.close();
  expect(talks).toHaveLength(2);
});
