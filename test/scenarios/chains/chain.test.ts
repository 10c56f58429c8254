import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, vi } from "vitest";
import type { JobView } from "../../../src/api/contract/job.ts";
import { tempFolder } from "../../kit/folders.ts";
import { type Live, withLive } from "../../kit/live.ts";

/** Scores in a folder of their own, and a file that agents and commands add lines to: what happened, seen from outside. */
function stage(scores: Readonly<Record<string, object>>): { readonly folder: string; readonly seen: () => string[] } {
  const folder = tempFolder();
  for (const name of ["seen", "scores"]) mkdirSync(join(folder, name));
  for (const [name, score] of Object.entries(scores))
    writeFileSync(join(folder, name), JSON.stringify(score).replaceAll("SEEN", join(folder, "seen")));
  return { folder, seen: () => readdirSync(join(folder, "seen")).toSorted() };
}

async function play(live: Live, folder: string, name: string): Promise<JobView> {
  const path = join(folder, name);
  const score = { path, baseDir: dirname(path), text: readFileSync(path, "utf8") };
  const job = await live.submit("", { score });
  await vi.waitFor(async () => expect((await live.status(job)).status).toBe("finished"), { timeout: 300_000 });
  return live.status(job);
}

/** Until a job of this name has finished. */
async function ended(live: Live, name: string): Promise<JobView> {
  return vi.waitFor(
    async () => {
      const job = (await live.tutti.call("job.list", {})).find((one) => one.name === name);
      expect(job?.status).toBe("finished");
      return live.status(job!.id);
    },
    { timeout: 300_000 },
  );
}

const agent = "scripted";

it("a job that succeeded is followed by the score that it names, with its variables, in the same repository", async () => {
  const { folder } = stage({
    "a.yaml": {
      name: "first",
      agent,
      variables: { tone: "kind" },
      sheets: [{ id: "a", prompt: "create first.txt a" }],
      on_success: [{ score: "b.yaml", variables: { word: "{{ tone }}-{{ name }}" } }],
      on_failure: [{ score: "c.yaml" }],
    },
    "b.yaml": {
      name: "second",
      agent,
      variables: { word: "none" },
      sheets: [{ id: "b", prompt: "create second.txt {{ word }}" }],
    },
    "c.yaml": { name: "third", agent, sheets: [{ id: "c", prompt: "create third.txt c" }] },
  });
  await withLive(async (live) => {
    const first = await play(live, folder, "a.yaml");
    const second = await ended(live, "second");
    expect(readFileSync(join(live.repository, "second.txt"), "utf8")).toBe("kind-first\n");
    expect(await live.tutti.call("job.list", {})).toHaveLength(2);
    expect(second.chain).toEqual({ root: first.id, parent: first.id, depth: 1 });
    const followed = (await live.status(first.id)).successors;
    expect(followed).toMatchObject([{ on: "success", kind: "score", state: "started", job: second.id }]);
  });
});

/** As Mozart's users write them: one score that runs itself until there is nothing to do, and reports each round. */
function rounds(more: object): object {
  return {
    name: "rounds",
    workspace: "out",
    sheet: { size: 1, total_items: 2, dependencies: { 2: [1] } },
    backend: {
      type: "command",
      command: ["sh", "-c", 'cat >/dev/null; echo "$TUTTI_SHEET" >>"$TUTTI_WORKSPACE/report.md"'],
    },
    prompt: { template: "Review part {{ sheet_num }}." },
    validations: [{ type: "content_contains", path: "{workspace}/report.md", pattern: "sheet-{sheet_num}" }],
    on_success: [
      { type: "run_command", command: 'echo "{job_id} {sheet_count}" >>SEEN/rounds', description: "Note the round" },
      { type: "run_job", job_path: "scores/rounds.yaml", description: "Next round", detached: true, fresh: true },
    ],
    concert: { enabled: true, max_chain_depth: 2, cooldown_between_jobs_seconds: 0.1, inherit_workspace: false },
    workspace_lifecycle: { archive_on_fresh: true, max_archives: 5 },
    ...more,
  };
}

it("a score of Mozart's that chains to itself plays its rounds, archives each and ends at its depth", async () => {
  const { folder } = stage({ "scores/rounds.yaml": rounds({}) });
  await withLive(async (live) => {
    const first = await play(live, folder, "scores/rounds.yaml");
    const last = await vi.waitFor(
      async () => {
        const [newest] = await live.tutti.call("job.list", {});
        const view = await live.status(newest!.id);
        expect(view.successors?.map(({ state }) => state)).toEqual(["succeeded", "refused"]);
        return view;
      },
      { timeout: 300_000 },
    );
    expect(last.chain).toMatchObject({ root: first.id, depth: 2 });
    expect(last.successors?.[1]?.why).toBe("the chain has its 2 jobs (concert.max_depth)");
    const jobs = (await live.tutti.call("job.list", {})).map(({ id }) => id).toReversed();
    expect(readFileSync(join(folder, "seen/rounds"), "utf8")).toBe(jobs.map((id) => `${id} 2\n`).join(""));
    expect(readdirSync(join(folder, "scores/out/archive"))).toEqual(["iteration-1", "iteration-2"]);
    expect(readFileSync(join(folder, "scores/out/report.md"), "utf8")).toBe("sheet-1\nsheet-2\n");
  });
});

it("a chain whose round had nothing to do ends there, and one that is cancelled starts no more jobs", async () => {
  const skips = { 1: { command: "true" }, 2: { command: "true" } };
  const idle = rounds({ sheet: { size: 1, total_items: 2, skip_when_command: skips } });
  const slow = { enabled: true, cooldown_between_jobs_seconds: 3_600 };
  const { folder, seen } = stage({ "scores/idle.yaml": idle, "scores/rounds.yaml": rounds({ concert: slow }) });
  await withLive(async (live) => {
    const done = await play(live, folder, "scores/idle.yaml");
    expect(done.successors?.map(({ state, why }) => [state, why])).toEqual([
      ["refused", "nothing was done: every sheet was skipped"],
      ["refused", "nothing was done: every sheet was skipped"],
    ]);
    expect(seen()).toEqual([]);
    const waits = await play(live, folder, "scores/rounds.yaml");
    await live.tutti.call("job.cancel-chain", { job: waits.id });
    await vi.waitFor(
      async () =>
        expect((await live.status(waits.id)).successors?.[1]).toMatchObject({
          state: "refused",
          why: "the chain was cancelled",
        }),
      { timeout: 300_000 },
    );
    expect(await live.tutti.call("job.list", {})).toHaveLength(2);
  });
});

it("a chain of Mozart's that pauses before its next job goes on when a person resumes the job, once, and not at all once cancelled", async () => {
  const concert = { enabled: true, max_chain_depth: 5, cooldown_between_jobs_seconds: 0, inherit_workspace: false };
  const on_success = [{ type: "run_job", job_path: "scores/rounds.yaml", pause_before_chain: true }];
  const { folder } = stage({ "scores/rounds.yaml": rounds({ concert, on_success, workspace_lifecycle: undefined }) });
  await withLive(async (live) => {
    const first = await play(live, folder, "scores/rounds.yaml");
    expect(first.successors).toMatchObject([{ state: "held" }]);
    expect(await live.tutti.call("job.list", {})).toHaveLength(1);
    // Without a job that is named: it is the one with something left to do.
    const resumed = await live.tutti.call("job.resume", { folder: live.repository });
    expect(resumed?.job).toBe(first.id);
    const second = await vi.waitFor(
      async () => {
        const [newest] = await live.tutti.call("job.list", {});
        expect([newest?.id === first.id, newest?.status]).toEqual([false, "finished"]);
        return live.status(newest!.id);
      },
      { timeout: 300_000 },
    );
    expect(second).toMatchObject({ chain: { root: first.id, depth: 1 }, successors: [{ state: "held" }] });
    // The first one has nothing left that waits: it is played again to the same end, and nothing follows that twice.
    await live.tutti.call("job.resume", { folder: live.repository, job: first.id });
    await vi.waitFor(async () => expect((await live.status(first.id)).status).toBe("finished"), { timeout: 300_000 });
    await live.tutti.call("job.cancel-chain", { job: second.id });
    await vi.waitFor(
      async () =>
        expect((await live.status(second.id)).successors).toMatchObject([
          { state: "refused", why: "the chain was cancelled" },
        ]),
      { timeout: 300_000 },
    );
    expect(await live.tutti.call("job.list", {})).toHaveLength(2);
    expect(await live.tutti.call("job.resume", { folder: live.repository })).toBeNull();
  });
});
