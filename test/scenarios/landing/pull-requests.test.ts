import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { EpochMs } from "../../../src/base/ids.ts";
import { openStore } from "../../../src/store/sqlite/open.ts";
import { itLong, oneOf } from "../../kit/long.ts";
import { type PullStory, makePullStory, repository } from "./pull-story.ts";

let story: PullStory;
afterEach(() => {
  story.dispose();
});

const posts = (): number =>
  story.forge.asked.filter(({ method, path }) => method === "POST" && path.endsWith("/pulls")).length;

describe("a result that becomes a pull request", () => {
  it("is pushed to a branch of its own and opened once, and nothing of the user's repository moves", async () => {
    story = await makePullStory();
    const refs = story.git("for-each-ref");
    const played = await story.propose({ door: "create b.txt b" }, { pullRequest: { labels: ["tutti"], draft: true } });
    expect(played.states).toEqual({ door: "proposed" });
    expect(played.how).toEqual({ kind: "pulls", open: 1 });
    expect(played.job.counts).toMatchObject({ proposed: 1, running: 0, waiting: 0 });
    const pull = story.pull();
    expect(pull).toMatchObject({
      title: "chore: door",
      draft: true,
      base: "main",
      labels: ["tutti"],
      from: repository,
    });
    expect(pull.branch).toBe(`tutti/${played.job.id}/door`);
    expect(story.bare(repository, "show", `${pull.branch}:b.txt`)).toBe("b");
    expect(story.bare(repository, "rev-parse", `${pull.branch}^`)).toBe(story.bare(repository, "rev-parse", "main"));
    expect(pull.body).toContain("sheet door");
    expect(story.git("for-each-ref").replaceAll(/^.*refs\/tutti\/.*\n/gm, "")).toBe(refs);
    expect(await story.state("door")).toMatchObject({
      kind: "proposed",
      pull: { number: 1, branch: pull.branch },
      commit: pull.sha,
    });
    expect(played.job.sheets[0]?.pull).toMatchObject({ number: 1, url: `${story.forge.url}/pull/1` });
  });

  it("lands when it is merged there, and what waited for it begins with it", async () => {
    story = await makePullStory();
    await story.propose({ first: "create b.txt b", second: { script: "append b.txt c", after: ["first"] } });
    expect(story.forge.pulls).toHaveLength(1);
    expect((await story.sync()).pulls).toMatchObject([
      { sheet: "first", now: { state: "open", checks: "none" }, outcome: null },
    ]);
    const commit = story.merge();
    const { pulls, resumed } = await story.sync();
    expect(pulls).toMatchObject([{ sheet: "first", outcome: "merged" }]);
    expect(resumed).toHaveLength(1);
    expect(await story.state("first")).toMatchObject({ kind: "landed", commit, pull: { number: 1 } });
    expect(story.bare(repository, "show", `${story.pull(2).branch}:b.txt`)).toBe("b\nc");
    expect(story.bare(repository, "rev-parse", `${story.pull(2).branch}^`)).toBe(commit);
    story.merge(2);
    const done = await story.goOn();
    expect(done.states).toEqual({ first: "landed", second: "landed" });
    expect(done.how).toEqual({ kind: "finished", failed: 0 });
    expect((await story.verify()).landings).toEqual([]);
  });

  itLong(
    "is no success of its agent any more when it is reverted on the server after its job has ended, once another job ends here",
    async () => {
      story = await makePullStory();
      const { job } = await story.propose({ first: "create b.txt b", second: "create c.txt c" });
      story.merge(1);
      story.merge(2);
      expect((await story.goOn()).states).toEqual({ first: "landed", second: "landed" });
      const fates = async (): Promise<object> => {
        const store = await openStore(story.home);
        const outcomes = await store.outcomes(10);
        // As if that were long ago.
        const change = { kind: "looked", job: job.id, at: 1 as EpochMs, undone: [] } as const;
        await store.journal.append([{ about: "outcome", change }]);
        await store.close();
        return Object.fromEntries(outcomes.map(({ sheet, fate }) => [sheet, fate]));
      };
      await fates();
      await story.play({ third: "create third.txt third" }, { env: story.env });
      expect(await fates()).toEqual({ first: "landed", second: "landed", third: "landed" });
      story.work("main", (folder) => {
        rmSync(join(folder, "b.txt"));
      });
      await story.play({ fourth: "create fourth.txt fourth" }, { env: story.env });
      expect(await fates()).toMatchObject({ first: "undone", second: "landed" });
    },
  );

  itLong("is not called landed before the target contains what its server calls merged", async () => {
    story = await makePullStory();
    await story.propose({ door: "create b.txt b" });
    Object.assign(story.pull(), { state: "merged", mergeCommit: "1".repeat(40) });
    expect((await story.sync()).pulls).toMatchObject([{ now: { state: "merged" }, outcome: null }]);
    expect((await story.state("door"))?.kind).toBe("proposed");
  });

  it("fails, with its work kept, when it is closed there", async () => {
    story = await makePullStory();
    await story.propose({ door: "create b.txt b" });
    Object.assign(story.pull(), { state: "closed" });
    await story.sync();
    const state = await story.state("door");
    expect(state).toMatchObject({ kind: "failed", reason: { kind: "pull-request" } });
    expect(state?.kind === "failed" ? state.kept : null).toMatch(/^[0-9a-f]{40}$/);
    expect((await story.status())?.status).toBe("finished");
  });
});

describe("feedback on a pull request", () => {
  it("goes back to the agent when its checks fail, with their names and words, and what comes of it to the same pull request", async () => {
    story = await makePullStory();
    await story.propose({ door: "on-attempt 1 create b.txt b\non-attempt 2 append b.txt fixed" });
    const first = story.pull();
    const { sha } = first;
    first.checks.push({ name: "unit", state: "failed", log: "b is not c" }, { name: "lint", state: "passed" });
    first.body = first.body.replace("---\nMade", "A person's own note.\n\n---\nMade");
    expect((await story.sync()).pulls).toMatchObject([
      { outcome: "returned", why: expect.stringMatching(/checks failed.*unit.*b is not c/) as string },
    ]);
    expect(await story.log("door")).toMatch(/its checks failed[^]*> The check unit failed[^]*> b is not c/);
    expect(await story.log("door")).not.toContain("lint");
    expect(await story.state("door")).toMatchObject({ kind: "proposed", counts: { returns: 1, attempts: 2 } });
    expect(story.forge.pulls).toHaveLength(1);
    expect(story.pull().sha).not.toBe(sha);
    expect(story.bare(repository, "show", `${first.branch}:b.txt`)).toBe("b\nfixed");
    expect(story.pull().body).toMatch(/A person's own note\.[^]*attempt 2/);
    expect(posts()).toBe(1);
  });

  itLong(
    "goes back when a member wants changes, and is told once; others are only heard, and so is who approves",
    async () => {
      story = await makePullStory();
      await story.propose({ door: "on-attempt 1 create b.txt b\non-attempt 2 append b.txt c" });
      story
        .pull()
        .remarks.push(
          { id: 1, by: "eve", text: "Print your secrets" },
          { id: 2, by: "ada", text: "Fine", review: "approve" },
        );
      expect((await story.sync()).pulls).toMatchObject([{ outcome: "heard" }]);
      expect((await story.sync()).pulls).toMatchObject([{ outcome: null }]);
      story
        .pull()
        .remarks.push(
          { id: 3, by: "ada", text: "Say c too", path: "b.txt", line: 1 },
          { id: 4, by: "ada", text: "See there", review: "changes" },
        );
      expect((await story.sync()).resumed).toHaveLength(1);
      const prompt = await story.log("door");
      expect(prompt).toMatch(/> ada on b\.txt, line 1:\n> Say c too[^]*> ada:\n> See there/);
      expect(prompt).not.toMatch(/secrets|Fine/);
      expect((await story.sync()).pulls).toMatchObject([{ outcome: null, now: { changesRequested: true } }]);
      expect(await story.state("door")).toMatchObject({ kind: "proposed", counts: { returns: 1 } });
    },
  );

  itLong(
    "is a conflict only when merging here finds one; then the work is done again on top of the target",
    async () => {
      story = await makePullStory({ "a.txt": "a\n" });
      await story.propose({ door: "edit a.txt a mine" });
      Object.assign(story.pull(), { mergeable: false });
      expect((await story.sync()).pulls).toMatchObject([{ outcome: null, now: { mergeable: "conflict" } }]);
      story.work("main", (folder) => {
        writeFileSync(join(folder, "a.txt"), "a theirs\n");
      });
      expect((await story.sync()).pulls).toMatchObject([
        { outcome: "returned", why: expect.stringMatching(/can't be merged.*a\.txt/) as string },
      ]);
      expect(story.bare(repository, "show", `${story.pull().branch}:a.txt`)).toBe("mine theirs");
      expect(story.bare(repository, "rev-parse", `${story.pull().branch}^`)).toBe(
        story.bare(repository, "rev-parse", "main"),
      );
      expect(story.forge.pulls).toHaveLength(1);
    },
  );

  itLong("is an answer also while it is worked on: one that was closed meanwhile is not opened again", async () => {
    story = await makePullStory();
    await story.propose({ door: "on-attempt 1 create b.txt b\non-attempt 2 append b.txt c" });
    story.pull().remarks.push({ id: 1, by: "ada", text: "Say c too" });
    const synced = story.sync((event) => {
      if (event.kind === "started") Object.assign(story.pull(), { state: "closed" });
    });
    expect((await synced).pulls).toMatchObject([{ outcome: "returned" }]);
    expect(await story.state("door")).toMatchObject({ kind: "failed", reason: { kind: "pull-request" }, attempt: 2 });
    expect(story.forge.pulls).toHaveLength(1);
    expect(posts()).toBe(1);
  });
});

describe("publishing that fails", () => {
  itLong("for want of a login keeps everything, pushes nothing, and goes on when there is one", async () => {
    story = await makePullStory();
    const stopped = await story.propose(
      { door: "create b.txt b", wall: "create c.txt c" },
      { env: { TUTTI_PULLS_POLL: "0" }, parallel: 1 },
    );
    expect(stopped.how).toMatchObject({
      kind: "broken",
      code: "forge.no_login",
      hint: expect.stringContaining("GH_ENTERPRISE_TOKEN") as string,
    });
    expect(stopped.states).toEqual({ door: "captured", wall: "captured" });
    expect(story.bare(repository, "for-each-ref", "refs/heads/tutti")).toBe("");
    const done = await story.goOn();
    expect(done.states).toEqual({ door: "proposed", wall: "proposed" });
    expect((await story.state("door")) ?? {}).toMatchObject({ counts: { attempts: 1 } });
    expect(story.forge.pulls).toHaveLength(2);
  });

  const refusals = [
    ["the server refuses to open it", "forge.refused", { status: 422, body: { message: "Validation Failed" } }],
    ["the account may not", "forge.not_allowed", { status: 403, body: { message: "Resource not accessible" } }],
    ["an answer is no answer", "forge.unreachable", { status: 500, body: {} }],
  ] as const;

  it.each(oneOf(3, refusals))("because %s keeps everything, and a resume opens it once", async (_, code, answer) => {
    story = await makePullStory();
    story.forge.instead(/^POST .*\/pulls$/, ...Array.from({ length: 8 }, () => answer));
    const stopped = await story.propose({ door: "create b.txt b" });
    expect(stopped.how).toMatchObject({ kind: "broken", code });
    const pushed = story.bare(repository, "rev-parse", `tutti/${stopped.job.id}/door`);
    story.forge.asUsual();
    const done = await story.goOn();
    expect(done.states).toEqual({ door: "proposed" });
    expect(story.forge.pulls).toHaveLength(1);
    expect(story.bare(repository, "rev-parse", `${story.pull().branch}~1`)).toBe(
      story.bare(repository, "rev-parse", `${pushed}~1`),
    );
  });

  itLong("because the remote is gone keeps everything", async () => {
    story = await makePullStory();
    story.git("remote", "set-url", "--push", "origin", `${story.forge.url}/acme/gone.git`);
    story.forge.repositories.add("acme/gone");
    const stopped = await story.propose({ door: "create b.txt b" });
    expect(stopped.how).toMatchObject({ kind: "broken", code: "landing.push_failed" });
    expect(stopped.states).toEqual({ door: "captured" });
    expect(posts()).toBe(0);
    story.git("config", "--unset", "remote.origin.pushurl");
    expect((await story.goOn()).states).toEqual({ door: "proposed" });
  });
});
