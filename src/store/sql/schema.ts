import type { Generated } from "kysely";
import type { Tally } from "../../findings/tally.ts";
import type { Fate } from "../../learning/outcomes/outcome.ts";
import type { TroubleCode } from "../../sheet/trouble/trouble.ts";

/** The journal is the truth; `job` and `sheet` hold what replaying it gives, updated in the same transaction. */
export interface Schema {
  journal: JournalTable;
  job: JobTable;
  sheet: SheetTable;
  request: RequestTable;
  gate: GateTable;
  verdict: VerdictTable;
  quarantine: QuarantineTable;
  queue: QueueTable;
  trial: TrialTable;
  finding_tallies: TallyTable;
  outcome: OutcomeTable;
  pattern: PatternTable;
  fixes: FixTable;
  delivery: DeliveryTable;
  successor: SuccessorTable;
  chain_end: ChainEndTable;
  schedule: ScheduleTable;
  meta: MetaTable;
}

interface JournalTable {
  position: Generated<number>;
  /** Empty: of the conductor. */
  job: string;
  sheet: string | null;
  kind: string;
  at: number;
  body: string;
  /** Of a sheet: `{ state, why }`. */
  after: string | null;
}

interface JobTable {
  id: string;
  name: string;
  repository: string;
  status: string;
  created_at: number;
  /** Without its plan. */
  body: string;
  /** Position of the event that has the plan. */
  plan_at: number | null;
  /** The job as a whole, once it is over. */
  ending: string | null;
}

interface SheetTable {
  job: string;
  id: string;
  place: number;
  state: string;
  body: string;
}

interface RequestTable {
  key: string;
  method: string;
  at: number;
  result: string;
}

interface GateTable {
  key: string;
  body: string;
}

interface VerdictTable {
  place: Generated<number>;
  tree: string;
  digest: string;
  toolchain: string;
  /** Empty: the gate looks at the whole tree. */
  against: string;
  body: string;
}

interface QuarantineTable {
  place: Generated<number>;
  digest: string;
  body: string;
}

interface QueueTable {
  repository: string;
  target: string;
  body: string;
}

interface TrialTable {
  checkout: string;
  body: string;
}

interface TallyTable {
  tool: string;
  code: string;
  strategy: Tally["strategy"];
  agent: string;
  tried: number;
  fixed: number;
  introduced: number;
}

interface PatternTable {
  place: Generated<number>;
  id: string;
  body: string;
}

interface OutcomeTable {
  job: string;
  sheet: string;
  attempt: number;
  started_at: number;
  repository: string;
  work: string;
  agent: string;
  model: string | null;
  strategy: string | null;
  fate: Fate;
  code: TroubleCode | null;
  usd: number | null;
  tokens: number | null;
  agent_ms: number | null;
  settled_at: number | null;
  landed_as: string | null;
  /** The decisions of rules and chance before it started. */
  drawn: string | null;
}

interface FixTable {
  job: string;
  record: string;
}

interface DeliveryTable {
  place: Generated<number>;
  id: string;
  state: string;
  body: string;
}

interface SuccessorTable {
  place: Generated<number>;
  id: string;
  job: string;
  state: string;
  body: string;
}

interface ChainEndTable {
  root: string;
  at: number;
}

interface ScheduleTable {
  place: Generated<number>;
  id: string;
  body: string;
}

interface MetaTable {
  key: string;
  value: string;
}
