import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { JobView } from "../../../src/api/contract/job.ts";
import { tempFolder } from "../../kit/folders.ts";
import { type Live, withLive } from "../../kit/live.ts";

/** Scores in a folder of their own, and a file that agents and commands add lines to: what happened, seen from outside. */
function stage(scores: Readonly<Record<string, object>>): { readonly folder: string; readonly seen: () => string[] } {
  const folder = tempFolder();
  mkdirSync(join(folder, "seen"));
  for (const [name, score] of Object.entries(scores))
    writeFileSync(join(folder, name), JSON.stringify(score).replaceAll("SEEN", join(folder, "seen")));
  return { folder, seen: () => readdirSync(join(folder, "seen")).toSorted() };
}

async function play(live: Live, folder: string, name: string): Promise<JobView> {
  const path = join(folder, name);
  const score = { path, baseDir: folder, text: readFileSync(path, "utf8") };
  const job = await live.submit("", { score });
  await vi.waitFor(async () => expect((await live.status(job)).status).toBe("finished"), { timeout: 30_000 });
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
    { timeout: 30_000 },
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
    expect([first.id, second.id].length).toBe(2);
  });
});
