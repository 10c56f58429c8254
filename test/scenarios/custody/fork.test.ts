import { expect, it } from "vitest";
import { gitIn } from "../../kit/git.ts";
import { rests, withLive } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";
import { scoreOf, states } from "../conductor/story.ts";

/** Goes on only where it finds the work of another. */
const finishing = JSON.stringify({
  kind: "cli",
  executable: process.execPath,
  args: [
    "-e",
    "const fs = require('fs'); fs.writeFileSync('whole.txt', fs.readFileSync('half.txt', 'utf8') + 'whole')",
  ],
});

it("another agent goes on from a snapshot in a job of its own, once for each key; the first job stays as it is", async () => {
  const repository = makeRepository({ "README.md": "hello\n", ".tutti/agents/finisher.yaml": finishing }).path;
  await withLive(
    async (live) => {
      const sheets = { a: { script: "create half.txt half\nfail 1" }, b: { script: "create b.txt b", after: ["a"] } };
      const job = await live.submit(scoreOf(sheets, { retry: { attempts: 1 } }));
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ a: "failed", b: "blocked" });
      const asked = { job, folder: "/", what: "a@1", agent: "finisher", key: "one-fork-only" };
      const forked = await live.tutti.call("sheet.fork", asked);
      expect((await live.tutti.call("sheet.fork", asked)).job).toBe(forked.job);
      await live.until(forked.job, rests(1));
      expect(await states(live, forked.job)).toEqual({ a: "landed" });
      expect((await live.status(forked.job)).sheets[0]).toMatchObject({ agent: "finisher", attempts: 1 });
      expect(gitIn(live.repository, ["show", "main:whole.txt"])).toBe("half\nwhole");
      expect(await states(live, job)).toEqual({ a: "failed", b: "blocked" });
      for (const [wrong, message] of [
        [{ agent: "nobody-at-all" }, "nobody-at-all"],
        [{ what: "a@9" }, "9"],
      ] as const)
        await expect(
          live.tutti.call("sheet.fork", { ...asked, ...wrong, key: `a-wrong-one-${message}` }),
        ).rejects.toMatchObject({
          message: expect.stringContaining(message) as string,
        });
      // Landed work is forked as well: the fork continues from the newest snapshot.
      const again = await live.tutti.call("sheet.fork", { job: forked.job, folder: "/", what: "a" });
      expect(again.job).not.toBe(forked.job);
      await live.until(again.job, rests(1));
    },
    { repository },
  );
});
