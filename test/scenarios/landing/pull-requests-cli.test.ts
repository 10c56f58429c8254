import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { begin, startBuilt } from "../../kit/built.ts";
import { oneOf } from "../../kit/long.ts";
import { type PullStory, makePullStory, repository } from "./pull-story.ts";

let story: PullStory;
afterEach(() => {
  story.dispose();
});

const opening = /^POST .*\/pulls$/;

function place(): { readonly folder: string; readonly env: Readonly<Record<string, string | undefined>> } {
  const env = {
    PATH: process.env["PATH"],
    HOME: story.root,
    TUTTI_HOME: story.home,
    TUTTI_LOCAL: "1",
    TUTTI_CONTAINMENT: process.env["TUTTI_CONTAINMENT"],
    TUTTI_SANDBOX: "off",
  };
  return {
    folder: story.repository,
    env: { ...env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", ...story.env },
  };
}

/** The branch of the only sheet, on the server. */
const branches = (): readonly string[] =>
  story.bare(repository, "for-each-ref", "--format=%(refname:short)", "refs/heads/tutti").split("\n");

function writeScore(more: object = {}): string {
  const file = join(story.root, "score.yaml");
  const sheets = [{ id: "door", prompt: "create b.txt b" }];
  writeFileSync(
    file,
    stringify({ name: "story", agent: "scripted", landing: { pull_request: { forge: "github" } }, ...more, sheets }),
  );
  return file;
}

describe("a Tutti that is killed between its push and the pull request", () => {
  const moments: readonly (readonly [string, () => unknown])[] = [
    [
      "after the server had it",
      () => story.forge.pull({ from: repository, branch: branches()[0] ?? "", title: "chore: door" }),
    ],
    ["before the server had it", () => undefined],
  ];
  it.each(oneOf(2, moments))("%s opens one when it goes on, not two", async (_, meanwhile) => {
    story = await makePullStory();
    const file = writeScore();
    const { promise: killed, resolve } = Promise.withResolvers<undefined>();
    story.forge.instead(opening, {
      silence: () => {
        meanwhile();
        resolve(undefined);
      },
    });
    const child = startBuilt(place(), ["run", file]);
    await killed;
    child.kill();
    await child.gone();
    expect(branches()).toHaveLength(1);
    expect((await story.state("door"))?.kind).toBe("captured");
    const done = await story.goOn();
    expect(done.states).toEqual({ door: "proposed" });
    expect(story.forge.pulls).toHaveLength(1);
    expect(branches()).toHaveLength(1);
    expect(await story.state("door")).toMatchObject({
      counts: { attempts: 1 },
      pull: { number: 1 },
      commit: story.pull().sha,
    });
  });
});

describe("the command line", () => {
  it("ends a run with 3 and says which pull requests are open; pulls lists them, sync goes on with what was merged", async () => {
    story = await makePullStory();
    const ran = await begin(place(), [
      "run",
      writeScore({ landing: { pull_request: { forge: "github" }, mode: "auto" } }),
      "--draft",
    ]).ended;
    const url = `${story.forge.url}/pull/1`;
    expect([ran.code, ran.out]).toEqual([3, expect.stringContaining(`open door: ${url}`)]);
    expect(ran.out).toContain("1 proposed");
    expect(story.pull().draft).toBe(true);
    const listed = await begin(place(), ["pulls"]).ended;
    expect([listed.code, listed.out]).toEqual([0, expect.stringMatching(new RegExp(`door +open +${url}`))]);
    expect((await begin(place(), ["status"]).ended).out).toMatch(new RegExp(`door +proposed .*${url}`));
    expect((await begin(place(), ["explain", "door"]).ended).out).toContain(url);
    expect((await begin(place(), ["diagnose"]).ended).out).toContain(url);
    story.merge();
    const synced = await begin(place(), ["pulls", "sync"]).ended;
    expect([synced.code, synced.out]).toEqual([0, expect.stringMatching(/merged\n.*goes on/)]);
    expect((await story.state("door"))?.kind).toBe("landed");
    expect((await begin(place(), ["pulls"]).ended).out).toBe("No pull requests are open.\n");
  });

  it("has a task become a pull request", async () => {
    story = await makePullStory();
    // Only a score can say what kind of server an unknown host is: a task is told by the address.
    const asked = await begin(place(), ["task", "--agent", "scripted", "--pr", "create b.txt b"]).ended;
    expect([asked.code, asked.out]).toEqual([3, expect.stringContaining("forge.unknown")]);
    expect(Object.values((await story.status())?.sheets ?? []).map(({ state }) => state)).toEqual(["captured"]);
  });
});
