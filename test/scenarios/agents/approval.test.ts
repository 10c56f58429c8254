import { expect, it } from "vitest";
import { endingOf } from "../../../src/api/contract/ending.ts";
import { rests } from "../../kit/live.ts";
import { fileAt, landed, states } from "../conductor/story.ts";
import { scoreOf, withSpeakers } from "./story.ts";

const sheets = { good: "write good.txt 1", almost: "1: write almost.txt 1\n2: write almost.txt 2" };

it("results wait for a person, land when approved, and go back to their agent when told", async () => {
  await withSpeakers(async (live, speakers) => {
    const job = await live.submit(scoreOf(sheets, { landing: "approve" }));
    await live.until(job, rests(1));
    expect(endingOf(await live.status(job))).toEqual({ kind: "approval", sheets: 2 });
    expect(landed(live.repository)).toEqual([]);

    await live.tutti.call("sheet.approve", { job, sheets: ["good"] });
    await live.until(job, rests(2));
    expect(await states(live, job)).toEqual({ good: "landed", almost: "captured" });

    await live.tutti.call("sheet.tell", { job, sheet: "almost", text: "make it two" });
    await live.until(job, rests(3));
    expect(await states(live, job)).toEqual({ good: "landed", almost: "captured" });
    expect(speakers.args("almost", 2)).toContain("almost-1");
    expect(speakers.prompt("almost", 2)).toContain("make it two");

    await live.tutti.call("sheet.approve", { job });
    await live.until(job, rests(4));
    expect((await live.status(job)).status).toBe("finished");
    expect([fileAt(live.repository, "good.txt"), fileAt(live.repository, "almost.txt")]).toEqual(["1", "2"]);
  });
});
