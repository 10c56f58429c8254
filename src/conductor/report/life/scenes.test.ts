import { expect, it } from "vitest";
import { makeJob } from "../../../../test/kit/jobs.ts";
import { begun, over } from "../../../../test/kit/told.ts";
import type { SheetId } from "../../../base/ids.ts";
import type { SheetEvent } from "../../../sheet/events/event.ts";
import type { JournalRow } from "../../../store/row.ts";
import { attemptsOf } from "./attempts.ts";
import { readScenes } from "./scenes.ts";

const job = makeJob("job", ["a"]);

function row(position: number, { kind, at, ...body }: SheetEvent, after: JournalRow["after"]): JournalRow {
  return { position, job: job.id, sheet: "a" as SheetId, about: "sheet", kind, at, body, after };
}

async function lifeFrom(rows: readonly JournalRow[]) {
  return (await readScenes({ rows: () => Promise.resolve(rows) }, job)).get("a" as SheetId) ?? [];
}

it("the journal of an earlier version is read with its rate limit as trouble, and what it cost as nothing that is known", async () => {
  const earlier = {
    ...over(1, 2),
    end: { kind: "rate-limited", resetAt: 9000 },
    trouble: undefined,
    words: undefined,
  } as never as SheetEvent;
  const [, end] = await lifeFrom([row(1, begun(1, 1), null), row(2, earlier, null)]);
  expect(end).toMatchObject({
    event: { end: { kind: "limited" }, trouble: { code: "E101", resetAt: 9000 } },
    next: { kind: "waiting", why: "rate-limit" },
  });
  const attempts = attemptsOf(await lifeFrom([row(1, begun(1, 1), null), row(2, earlier, null)]), {
    agent: { kind: "scripted" },
    fallbacks: [],
  });
  expect(attempts).toMatchObject([{ attempt: 1, agent: "scripted", code: "E101", cost: { usd: null, unknown: 0 } }]);
});

it("the record after an event counts, also where the score of today would have it otherwise", async () => {
  const [, end] = await lifeFrom([
    row(1, begun(1, 1), null),
    row(2, over(1, 2, { end: { kind: "exited", code: 1 } }), { state: "failed", why: "so" }),
  ]);
  expect(end).toMatchObject({ after: { state: "failed", why: "so" }, next: { kind: "waiting" } });
});
