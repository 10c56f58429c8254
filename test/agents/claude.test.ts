import { expect, test } from "vitest";
import { happened, rests, withLive } from "../kit/live.ts";
import { openProviders } from "../kit/providers.ts";
import { agentsPath, claude } from "../kit/real-agents.ts";
import { told } from "../scenarios/agents/story.ts";
import { states } from "../scenarios/conductor/story.ts";
import { tellOfKey, tellStories } from "./stories.ts";

tellStories(claude);
tellOfKey(claude);

test.skipIf(!claude.isInstalled)("claude: words that come while it works are read in the same run", async () => {
  const providers = await openProviders();
  const { use, env } = claude.plan(providers.url);
  const playing = withLive(
    async (live) => {
      const sheet = { id: "b", prompt: "write b.txt with b", validations: [{ file_exists: "b.txt" }] };
      const score = { name: "story", agent: { use, env }, timeout: "2m", sheets: [sheet] };
      const job = await live.submit(JSON.stringify(score));
      await live.until(job, happened("sheet.playing"));
      const { notes } = await live.tutti.call("sheet.tell", { job, sheet: "b", text: "Mind the docs." });
      await live.until(job, rests(1));
      expect(notes).toEqual(["b: its agent runs and reads this after its current step (input stream)"]);
      expect(await states(live, job)).toEqual({ b: "landed" });
      // Its model read them, in the only attempt.
      expect(providers.asked("Mind the docs.").length).toBeGreaterThan(0);
      expect(told(await live.events(job), "started")).toHaveLength(1);
    },
    { env: { PATH: agentsPath } },
  );
  await playing.finally(() => void providers.close());
});
