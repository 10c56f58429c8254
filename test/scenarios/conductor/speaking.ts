import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../kit/folders.ts";
import { type Live, happened, rests } from "../../kit/live.ts";
import { makeSpeakers } from "../../kit/speaking-agent.ts";
import { scoreOf } from "../agents/story.ts";

/** One job with all that can happen to agents' accounts, and all that a person can have to do with a sheet. */
export async function speakingAgents(live: Live): Promise<void> {
  const folder = makeSpeakers({ small: {}, other: {}, third: {}, flaky: {} }).repository;
  const marker = join(tempFolder(), "marker");
  const failing = ["a", "b", "c", "d", "e"].map(
    (name) => [name, { script: "fail 0 connect ECONNREFUSED 127.0.0.1:1", agent: "flaky" }] as const,
  );
  const good = Array.from(
    { length: 8 },
    (_, index) => [`good-${String(index)}`, { script: `write g${String(index)}.txt 1`, agent: "third" }] as const,
  );
  const sheets = {
    // Its first agent is refused, so the next one does it; a person has something to add, and then approves it.
    refused: { script: "1: fail 401 invalid api key\nspend 0.01 1 1\nwrite refused.txt 1", fallbacks: ["other"] },
    lonely: { script: "1: fail 401 invalid api key\nwrite lonely.txt 1", agent: "third" },
    judged: { script: "write judged.txt 1", agent: "other", validations: [{ command: `test -e ${marker}` }] },
    ...Object.fromEntries(failing),
  };
  const job = await live.submit(scoreOf(sheets, { landing: { mode: "approve" } }), { folder, parallel: 16 });
  await live.until(job, rests(1));
  await live.tutti.call("sheet.tell", { job, sheet: "refused", text: "also say please" });
  await live.until(job, happened("sheet.told", "refused"));
  await live.until(job, rests(2));
  if (!existsSync(marker)) writeFileSync(marker, "");
  await live.tutti.call("job.revalidate", { job, sheets: ["judged"] });
  await live.until(job, rests(3));
  await live.tutti.call("sheet.approve", { job });
  await live.until(job, rests(4));
  // An agent that was stopped is open again once so many have come back well.
  const more = await live.submit(scoreOf(Object.fromEntries(good)), { folder, parallel: 1 });
  await live.until(more, rests(1));
}
