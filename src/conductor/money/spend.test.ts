import { describe, expect, it } from "vitest";
import { makeJob } from "../../../test/kit/jobs.ts";
import { begun, over } from "../../../test/kit/told.ts";
import type { SheetId } from "../../base/ids.ts";
import type { CostPlan } from "../../score/plan/plan.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import { type Book, openBook } from "../book.ts";
import type { Course } from "../loop/course.ts";
import { makePurse } from "./purse.ts";
import { spend } from "./spend.ts";

const sheet = "a" as SheetId;
const usage = (usd: number | null): Usage => ({
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd,
});

/** One sheet of a job whose sheets may cost a dollar each, reported at 80 %. */
async function running(cost: Partial<CostPlan> = {}) {
  const plain = makeJob("job", ["a"]);
  const plan = { ...plain.plan, cost: { perSheetUsd: 1, perJobUsd: null, warnAt: 0.8, ...cost } };
  const book = openBook({ append: () => Promise.resolve(0) }, { job: { ...plain, plan }, states: new Map() });
  const said: string[] = [];
  const purse = makePurse({ cost: () => plan.cost, states: [] });
  const course = {
    book,
    purse,
    hands: { notice: (text: string) => said.push(text) },
    bell: { ring: () => undefined },
    shares: new Map(),
    halts: new Map(),
  };
  const attempt = async (number: number): Promise<void> => {
    await book.recordSheets([{ sheet, event: begun(number, 0) }]);
    course.shares.set(sheet, purse.begin());
  };
  await attempt(1);
  const tell = (usd: number | null): void => {
    spend(course as unknown as Course, { sheet, usage: usage(usd), turnUsd: usd });
  };
  return { tell, said, again: () => again(book, attempt) };
}

/** The first attempt fails, having cost so much, and the second begins. */
async function again(book: Book, attempt: (number: number) => Promise<void>): Promise<void> {
  await book.recordSheets([{ sheet, event: over(1, 0, { end: { kind: "exited", code: 1 }, usage: usage(0.5) }) }]);
  await attempt(2);
}

describe("a sheet that comes near what it may cost", () => {
  it("is reported when it gets there, and once", async () => {
    const { tell, said } = await running();
    for (const usd of [0.5, 0.79, 0.8, 0.9, 0.95]) tell(usd);
    expect(said).toEqual(["a has cost $0.80 of the $1.00 that it may"]);
  });

  it("is reported by the cost of all of its attempts together", async () => {
    const { tell, said, again } = await running();
    tell(0.5);
    await again();
    for (const usd of [0.2, 0.31, 0.4]) tell(usd);
    expect(said).toEqual(["a has cost $0.81 of the $1.00 that it may"]);
  });

  it("is not reported while its cost is unknown, nor where sheets may cost anything", async () => {
    const [unknown, free] = [await running(), await running({ perSheetUsd: null })];
    unknown.tell(null);
    free.tell(5);
    expect([unknown.said, free.said]).toEqual([[], []]);
  });
});
