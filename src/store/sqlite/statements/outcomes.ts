import type { DatabaseSync } from "node:sqlite";
import { type Kysely, type Selectable, sql } from "kysely";
import type { CommitSha, EpochMs, JobId, SheetId } from "../../../base/ids.ts";
import { fates, type Outcome, type OutcomeChange } from "../../../learning/outcomes/outcome.ts";
import type { WorkFigures } from "../../../learning/routing/figures.ts";
import type { Drawn } from "../../../sheet/events/drawn.ts";
import type { Schema } from "../schema.ts";

/** The newest so many, oldest first. */
export async function readOutcomes(db: Kysely<Schema>, most: number): Promise<readonly Outcome[]> {
  const rows = await db.selectFrom("outcome").selectAll().orderBy(sql`rowid`, "desc").limit(most).execute();
  return rows.reverse().map(outcomeOf);
}

/** Older records say little of agents that change every few weeks, and the sum must not grow with history. */
const newest = 5_000;

export async function readWorkFigures(db: Kysely<Schema>): Promise<readonly WorkFigures[]> {
  const isCounted = sql`fate in (${sql.join(countedFates)})`;
  const { rows } = await sql<WorkFigures>`
    select work, agent, model, count(*) as used, sum(${isCounted}) as counted, sum(fate = 'landed') as landed,
      coalesce(sum(case when ${isCounted} then usd end), 0) as usd,
      sum(${isCounted} and usd is not null) as priced
    from (select * from outcome order by rowid desc limit ${newest})
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

/** Every change may be written twice: the second finds it done. */
export function prepareOutcomes(database: DatabaseSync): (change: OutcomeChange) => void {
  const insert = database.prepare(
    "insert or replace into outcome (job, sheet, attempt, started_at, repository, work, agent, model, strategy, fate, code, " +
      "usd, tokens, agent_ms, settled_at, landed_as, drawn) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const of = "where job = ? and sheet = ? and attempt = ?";
  const end = database.prepare(
    `update outcome set fate = ?, code = ?, usd = ?, tokens = ?, agent_ms = ?, settled_at = ? ${of}`,
  );
  // A result that a person worked on is not its agent's any more, wherever it goes.
  const settle = database.prepare(
    `update outcome set fate = ?, settled_at = ?, landed_as = ? ${of} and fate <> 'helped'`,
  );
  const revert = database.prepare(
    "update outcome set fate = 'undone', settled_at = ? where landed_as = ? and fate = 'landed'",
  );
  const look = database.prepare("update outcome set settled_at = ? where job = ? and fate = 'landed'");
  const takeOut = database.prepare(
    "update outcome set fate = 'undone', settled_at = ? where job = ? and sheet = ? and fate = 'landed'",
  );
  const forget = database.prepare("delete from outcome where started_at < ?");
  return (change) => {
    switch (change.kind) {
      case "begun": {
        const { job, sheet, attempt, startedAt, repository, work, agent, model, strategy, fate, code } = change.outcome;
        const { usd, tokens, agentMs, settledAt, commit, drawn } = change.outcome;
        const named = [job, sheet, attempt, startedAt, repository, work, agent, model, strategy] as const;
        const measured = [fate, code, usd, tokens, agentMs, settledAt, commit] as const;
        insert.run(...named, ...measured, drawn === null ? null : JSON.stringify(drawn));
        return;
      }
      case "ended": {
        const { fate, code, usd, tokens, agentMs, settledAt, of: key } = change;
        end.run(fate, code, usd, tokens, agentMs, settledAt, key.job, key.sheet, key.attempt);
        return;
      }
      case "settled": {
        const { fate, at, commit, of: key } = change;
        settle.run(fate, at, commit, key.job, key.sheet, key.attempt);
        return;
      }
      case "reverted":
        revert.run(change.at, change.commit);
        return;
      case "looked":
        look.run(change.at, change.job);
        for (const sheet of change.undone) takeOut.run(change.at, change.job, sheet);
        return;
      case "forgotten":
        forget.run(change.before);
    }
  };
}
