import { type Kysely, type Selectable, sql } from "kysely";
import type { CommitSha, EpochMs, JobId, SheetId } from "../../../base/ids.ts";
import { fates, type Outcome, type OutcomeChange } from "../../../learning/outcomes/outcome.ts";
import type { WorkFigures } from "../../../learning/routing/figures.ts";
import type { Drawn } from "../../../sheet/events/drawn.ts";
import type { Schema } from "../schema.ts";
import type { Dialect } from "../dialect.ts";

/** The newest so many, oldest first. */
export async function readOutcomes(db: Kysely<Schema>, most: number): Promise<readonly Outcome[]> {
  const rows = await db
    .selectFrom("outcome")
    .selectAll()
    .orderBy("started_at", "desc")
    .orderBy("job", "desc")
    .orderBy("sheet", "desc")
    .orderBy("attempt", "desc")
    .limit(most)
    .execute();
  return rows.reverse().map(outcomeOf);
}

/** Older records say little of agents that change every few weeks, and the sum must not grow with history. */
const newest = 5_000;

export async function readWorkFigures(db: Kysely<Schema>): Promise<readonly WorkFigures[]> {
  const isCounted = sql`fate in (${sql.join(countedFates)})`;
  const { rows } = await sql<WorkFigures>`
    select work, agent, model, count(*) as used, count(*) filter (where ${isCounted}) as counted,
      count(*) filter (where fate = 'landed') as landed,
      coalesce(sum(case when ${isCounted} then usd end), 0) as usd,
      count(*) filter (where ${isCounted} and usd is not null) as priced
    from (select * from outcome order by started_at desc, job desc, sheet desc, attempt desc limit ${newest}) as newest
    group by work, agent, model order by work, agent, model`.execute(db);
  return rows;
}

const countedFates = Object.entries(fates).flatMap(([fate, isGood]) => (isGood === null ? [] : [fate]));

function outcomeOf(row: Selectable<Schema["outcome"]>): Outcome {
  const { job, sheet, started_at, agent_ms, settled_at, landed_as, drawn, ...same } = row;
  return {
    ...same,
    job: job as JobId,
    sheet: sheet as SheetId,
    startedAt: started_at as EpochMs,
    agentMs: agent_ms,
    settledAt: settled_at as EpochMs | null,
    commit: landed_as as CommitSha | null,
    drawn: drawn === null ? null : (JSON.parse(drawn) as Drawn),
  };
}

const columns = [
  ...["job", "sheet", "attempt", "started_at", "repository", "work", "agent", "model", "strategy"],
  ...["fate", "code", "usd", "tokens", "agent_ms", "settled_at", "landed_as", "drawn"],
];

/** Every change may be written twice: the second finds it done. */
export function prepareOutcomes({ prepare }: Dialect): (change: OutcomeChange) => void {
  const insert = prepare(
    `insert into outcome (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")}) ` +
      `on conflict (job, sheet, attempt) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`,
  );
  const of = "where job = ? and sheet = ? and attempt = ?";
  const end = prepare(`update outcome set fate = ?, code = ?, usd = ?, tokens = ?, agent_ms = ?, settled_at = ? ${of}`);
  // A result that a person worked on is not its agent's any more, wherever it goes.
  const settle = prepare(`update outcome set fate = ?, settled_at = ?, landed_as = ? ${of} and fate <> 'helped'`);
  const revert = prepare("update outcome set fate = 'undone', settled_at = ? where landed_as = ? and fate = 'landed'");
  const look = prepare("update outcome set settled_at = ? where job = ? and fate = 'landed'");
  const takeOut = prepare(
    "update outcome set fate = 'undone', settled_at = ? where job = ? and sheet = ? and fate = 'landed'",
  );
  const forget = prepare("delete from outcome where started_at < ?");
  return (change) => {
    switch (change.kind) {
      case "begun": {
        const { job, sheet, attempt, startedAt, repository, work, agent, model, strategy, fate, code } = change.outcome;
        const { usd, tokens, agentMs, settledAt, commit, drawn } = change.outcome;
        const named = [job, sheet, attempt, startedAt, repository, work, agent, model, strategy] as const;
        const measured = [fate, code, usd, tokens, agentMs, settledAt, commit] as const;
        insert(...named, ...measured, drawn === null ? null : JSON.stringify(drawn));
        return;
      }
      case "ended": {
        const { fate, code, usd, tokens, agentMs, settledAt, of: key } = change;
        end(fate, code, usd, tokens, agentMs, settledAt, key.job, key.sheet, key.attempt);
        return;
      }
      case "settled": {
        const { fate, at, commit, of: key } = change;
        settle(fate, at, commit, key.job, key.sheet, key.attempt);
        return;
      }
      case "reverted":
        revert(change.at, change.commit);
        return;
      case "looked":
        look(change.at, change.job);
        for (const sheet of change.undone) takeOut(change.at, change.job, sheet);
        return;
      case "forgotten":
        forget(change.before);
    }
  };
}
