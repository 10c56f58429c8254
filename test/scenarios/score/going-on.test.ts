import { afterEach, expect, test } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { idler } from "./case.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

test("the prompt still has the output of earlier sheets after a stop and a resume, and only that of the attempt that counts", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const stop = new AbortController();

  await kit.playScore(
    {
      agent: "scripted",
      retry: { base_delay: "1ms" },
      cross_sheet: { outputs: true },
      sheets: [
        { id: "one", prompt: "on-attempt 1 print wrong\non-attempt 1 fail 1\nprint right" },
        { id: "two", after: "one", prompt: "# heard: {{ previous_outputs[1] }}\non-attempt 1 hang" },
      ],
    },
    {
      stop: stop.signal,
      watch: (progress) => {
        if (progress.kind === "sheet" && progress.sheet === "two" && progress.event.kind === "started") stop.abort();
      },
    },
  );
  const resumed = await kit.resume();

  expect(resumed.states).toEqual({ one: "done", two: "done" });
  expect(await kit.log("two")).toContain("# heard: right\n");
});

test("two sheets at once can wait for one another", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.playScore({
    agent: "scripted",
    parallel: 2,
    timeout: "20s",
    retry: { attempts: 1 },
    sheets: [
      { id: "ping", prompt: 'create "{{ workspace }}/ping" x\nwait-for "{{ workspace }}/pong"' },
      { id: "pong", prompt: 'create "{{ workspace }}/pong" x\nwait-for "{{ workspace }}/ping"' },
    ],
  });

  expect(played.states).toEqual({ ping: "done", pong: "done" });
});

test("a file for a prompt that is made by an earlier sheet is read when its turn comes, and missed with a note", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.playScore({
    agent: "scripted",
    sheets: [
      { id: "plan", prompt: 'create "{{ workspace }}/plan.md" First this.' },
      {
        id: "work",
        after: "plan",
        agent: idler,
        prompt: "Do it.",
        cadenza: ["{{ workspace }}/plan.md", { file: "{{ worktree }}/none.md", as: "skill" }],
      },
    ],
  });

  expect(await kit.log("work")).toBe("## Context: plan.md\n\nFirst this.\n\nDo it.");
  expect(played.progress.flatMap((item) => (item.kind === "notice" ? [item.text] : []))).toContain(
    "work: none.md is not there yet, so its prompt goes without it",
  );
});

test("a sheet whose agent printed nothing has said nothing, which is no error to those after it", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.playScore({
    agent: "scripted",
    cross_sheet: { outputs: true },
    sheets: [
      { id: "silent", prompt: "create b.txt b" },
      { id: "next", after: "silent", prompt: "create heard.txt [{{ previous_outputs[1] }}]" },
    ],
  });

  expect(played.states).toEqual({ silent: "landed", next: "landed" });
  expect(kit.at("main", "heard.txt")).toBe("[]\n");
});

test("a workspace that no folder can be made in fails its sheets with the reason", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.playScore({
    agent: "scripted",
    workspace: "/proc/tutti/out",
    sheets: [{ id: "a", prompt: "create b.txt b" }],
  });

  expect(played.states).toEqual({ a: "failed" });
  expect(played.job.sheets[0]?.why).toContain("the workspace can't be made");
});
