import { describeLong, itLong } from "../../kit/long.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Progress } from "../../kit/perform.ts";
import { type PullStory, makePullStory, repository } from "./pull-story.ts";

let story: PullStory;
afterEach(() => {
  story.dispose();
});

const fork = "me/next.js";
const notices = (progress: readonly Progress[]): readonly string[] =>
  progress.flatMap((item) => (item.kind === "notice" ? [item.text] : []));

describe("several results", () => {
  itLong("are each a pull request of their own on the same target, even with shared work", async () => {
    story = await makePullStory();
    const sheets = Object.fromEntries(
      ["one", "two", "three"].map((id) => [id, `create ${id}.txt ${id}\nappend a.txt ${id}`]),
    );
    const played = await story.propose(sheets, { parallel: 3 });
    expect(played.states).toEqual({ one: "proposed", two: "proposed", three: "proposed" });
    const main = story.bare(repository, "rev-parse", "main");
    for (const { branch } of story.forge.pulls) {
      expect(story.bare(repository, "rev-parse", `${branch}^`)).toBe(main);
      expect(story.bare(repository, "diff", "--name-only", "main", branch).split("\n")).toHaveLength(2);
    }
    expect(new Set(story.forge.pulls.map(({ branch }) => branch)).size).toBe(3);
  });

  itLong("are looked at one by one: a server that does not know one does not block the others", async () => {
    story = await makePullStory();
    await story.propose({ one: "create b.txt b", two: "create c.txt c" }, { parallel: 2 });
    story.forge.instead(/^GET .*\/pulls\/1$/, { status: 404, body: { message: "Not Found" } });
    story.merge(2);
    const { pulls } = await story.sync();
    expect(pulls.map(({ now, outcome }) => [now?.state ?? null, outcome])).toEqual(
      expect.arrayContaining([
        [null, null],
        ["merged", "merged"],
      ]),
    );
  });
});

describeLong("a change by others to the target or to the branch", () => {
  it("is built upon: a result lies on the target as the remote has it, not as it is here", async () => {
    story = await makePullStory();
    story.work("main", (folder) => {
      writeFileSync(join(folder, "theirs.txt"), "theirs\n");
    });
    const played = await story.propose({ door: "append a.txt mine" });
    expect(played.states).toEqual({ door: "proposed" });
    const { branch } = story.pull();
    expect(story.bare(repository, "rev-parse", `${branch}^`)).toBe(story.bare(repository, "rev-parse", "main"));
    expect(story.git("log", "--format=%s", "main")).toBe("begin\n");
  });

  it("stays, below later work, when another person pushed to the branch of a pull request", async () => {
    story = await makePullStory();
    await story.propose({ door: "on-attempt 1 create b.txt b\non-attempt 2 append b.txt c" });
    const { branch } = story.pull();
    story.work(branch, (folder) => {
      writeFileSync(join(folder, "bob.txt"), "bob\n");
    });
    const theirs = story.bare(repository, "rev-parse", branch);
    story.work("main", (folder) => {
      writeFileSync(join(folder, "moved.txt"), "moved\n");
    });
    story.pull().remarks.push({ id: 1, by: "ada", text: "Say c too" });
    await story.sync();
    expect(await story.status()).toMatchObject({ pause: { kind: "pulls" }, why: "1 pull requests are open" });
    expect(() => story.bare(repository, "merge-base", "--is-ancestor", theirs, branch)).not.toThrow();
    expect(story.bare(repository, "ls-tree", "--name-only", branch).split("\n")).toEqual([
      "a.txt",
      "b.txt",
      "bob.txt",
      "moved.txt",
    ]);
    expect(story.bare(repository, "show", `${branch}:b.txt`)).toBe("b\nc");
    expect(
      story.bare(repository, "diff", "--name-only", "main...branch".replace("branch", branch)).split("\n"),
    ).toEqual(["b.txt", "bob.txt"]);
  });

  it("is never overwritten: what can't be joined waits for a person", async () => {
    story = await makePullStory();
    await story.propose({ door: "on-attempt 1 create b.txt b\non-attempt 2 create b.txt c" });
    const { branch } = story.pull();
    story.work(branch, (folder) => {
      writeFileSync(join(folder, "b.txt"), "bob\n");
    });
    const theirs = story.bare(repository, "rev-parse", branch);
    story.pull().remarks.push({ id: 1, by: "ada", text: "Say c" });
    await story.sync();
    expect(await story.status()).toMatchObject({
      status: "paused",
      pause: { kind: "broken", code: "landing.push_failed" },
      why: expect.stringContaining("somebody else") as string,
    });
    expect(story.bare(repository, "rev-parse", branch)).toBe(theirs);
    story.bare(repository, "update-ref", "-d", `refs/heads/${branch}`);
    expect((await story.goOn()).states).toEqual({ door: "proposed" });
    expect(story.bare(repository, "show", `${branch}:b.txt`)).toBe("c");
    expect(story.forge.pulls).toHaveLength(1);
  });

  it("conflicts with a result as it would when it landed: it is done again on top", async () => {
    story = await makePullStory();
    const played = await story.propose(
      { door: "edit a.txt a mine" },
      {
        watch: (item) => {
          if (item.kind === "sheet" && item.event.kind === "placed" && item.event.attempt === 1)
            story.work("main", (folder) => {
              writeFileSync(join(folder, "a.txt"), "a theirs\n");
            });
        },
      },
    );
    expect(played.states).toEqual({ door: "proposed" });
    expect(played.progress.some((item) => item.kind === "sheet" && item.event.kind === "conflicted")).toBe(true);
    expect(story.bare(repository, "show", `${story.pull().branch}:a.txt`)).toBe("mine theirs");
  });
});

describe("the list of requirements of a landing", () => {
  it("holds for a pull request as well: a gate that fails sends the result back to its agent", async () => {
    story = await makePullStory();
    const gates = [{ name: "no-bad", run: "! grep -q bad b.txt" }];
    const played = await story.propose(
      { door: "on-attempt 1 create b.txt bad\non-attempt 2 create b.txt good" },
      { landing: { gates } },
    );
    expect(played.states).toEqual({ door: "proposed" });
    expect(played.progress.filter((item) => item.kind === "sheet" && item.event.kind === "rejected")).toHaveLength(1);
    expect(story.forge.asked.filter(({ method }) => method === "POST")).toHaveLength(1);
    expect(story.bare(repository, "show", `${story.pull().branch}:b.txt`)).toBe("good");
    expect(story.pull().body).toContain("gate no-bad | passed");
  });

  itLong("blames no result when the target itself does not pass", async () => {
    story = await makePullStory();
    const stopped = await story.propose(
      { door: "create b.txt b" },
      { landing: { gates: [{ name: "never", run: "false" }] } },
    );
    expect(stopped.how).toMatchObject({ kind: "broken", code: "landing.target_red" });
    expect(stopped.states).toEqual({ door: "captured" });
    expect(story.forge.pulls).toEqual([]);
  });

  itLong(
    "holds paths back that need a person's word, and nothing is opened for what the target has already",
    async () => {
      story = await makePullStory();
      const played = await story.propose({ door: "create secret/b.txt b" }, { landing: { protected: ["secret/**"] } });
      expect(played.how).toEqual({ kind: "approval", sheets: 1 });
      expect(story.forge.pulls).toEqual([]);
    },
  );
});

describe("a fork", () => {
  it("gets the branch, and its upstream the pull request", async () => {
    story = await makePullStory();
    story.git("remote", "add", "mine", `${story.forge.url}/${fork}.git`);
    const played = await story.propose(
      { door: "create b.txt b" },
      { pullRequest: { remote: "mine", upstream: "origin" } },
    );
    expect(played.states).toEqual({ door: "proposed" });
    expect(story.pull()).toMatchObject({ from: fork, base: "main" });
    expect(story.bare(repository, "for-each-ref", "refs/heads/tutti")).toBe("");
    expect(story.forge.asked.find(({ method }) => method === "POST")?.path).toBe(`/api/v3/repos/${repository}/pulls`);
    story.merge();
    expect((await story.goOn()).states).toEqual({ door: "landed" });
  });
});

describeLong("a sheet that failed for good", () => {
  const failing = {
    door: { script: "create b.txt b", validations: [{ command: ["false"] }], retry: { attempts: 1, completions: 0 } },
  };

  it("is shown only if the score says so", async () => {
    story = await makePullStory();
    const played = await story.propose(failing);
    expect(played.states).toEqual({ door: "failed" });
    expect(story.forge.asked).toEqual([]);
    expect(story.bare(repository, "for-each-ref", "refs/heads/tutti")).toBe("");
  });

  it("is a draft that says so, once, and stays failed", async () => {
    story = await makePullStory();
    const played = await story.propose(
      { ...failing, wall: "create c.txt c" },
      { pullRequest: { for_failed: true }, parallel: 1 },
    );
    expect(played.states).toEqual({ door: "failed", wall: "proposed" });
    expect(played.how).toEqual({ kind: "pulls", open: 1 });
    expect(story.pull(2)).toMatchObject({ draft: true, title: "Failed: chore: door" });
    expect(story.pull(2).body).toContain("did not meet its definition of done");
    expect(story.bare(repository, "show", `${story.pull(2).branch}:b.txt`)).toBe("b");
    expect(notices(played.progress).join("\n")).toContain(`${story.forge.url}/pull/2`);
    const { sha } = story.pull(2);
    expect((await story.goOn()).states).toEqual({ door: "failed", wall: "proposed" });
    expect(story.pull(2).sha).toBe(sha);
    story.merge(1);
    expect((await story.goOn()).how).toEqual({ kind: "finished", failed: 1 });
    expect(story.forge.pulls).toHaveLength(2);
  });

  it("has the same pull request when another try succeeds, and that is no draft any more", async () => {
    story = await makePullStory();
    const moody = {
      door: { script: "create b.txt b\nuntil-attempt 1 fail 1", retry: { attempts: 1, completions: 0 } },
    };
    await story.propose(moody, { pullRequest: { for_failed: true } });
    expect(story.pull().draft).toBe(true);
    const again = await story.resume({ env: story.env, retryFailed: true });
    expect(again.states).toEqual({ door: "proposed" });
    expect(story.pull()).toMatchObject({ draft: false, title: "chore: door" });
    expect(story.forge.pulls).toHaveLength(1);
  });
});

describeLong("while its job is played", () => {
  it("a pull request is looked at again and again", async () => {
    story = await makePullStory();
    const go = join(story.root, "go");
    const played = await story.propose(
      { door: "create b.txt b", slow: `wait-for ${go}\ncreate c.txt c` },
      {
        parallel: 2,
        env: { ...story.env, TUTTI_PULLS_POLL: "20ms" },
        watch: (item) => {
          if (item.kind !== "sheet" || item.sheet !== "door") return;
          if (item.event.kind === "proposed") story.merge();
          if (item.event.kind === "merged") writeFileSync(go, "");
        },
      },
    );
    expect(played.states).toEqual({ door: "landed", slow: "proposed" });
    expect(await story.contexts()).toHaveLength(1);
  });
});

describeLong("title and text", () => {
  it("are what the score says of them", async () => {
    story = await makePullStory();
    await story.propose(
      { door: "create b.txt b" },
      { pullRequest: { title: "Do {{ sheet }}, fixes #7", body: "By {{ agent }}: {{ summary }}" } },
    );
    expect(story.pull().title.replaceAll("\u200b", "|")).toBe("Do door, f|ixes #|7");
    expect(story.pull().body).toMatch(/^By scripted:/);
  });
});
