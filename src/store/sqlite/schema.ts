import type { Generated } from "kysely";
import type { Tally } from "../../findings/tally.ts";

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
  fixes: FixTable;
  meta: MetaTable;
}

interface JournalTable {
  position: Generated<number>;
  /** Empty for notes of the conductor itself. */
  job: string;
  /** `null` for events of the job itself. */
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
}

interface SheetTable {
  job: string;
  id: string;
  place: number;
  state: string;
  body: string;
}

/** What was answered to calls that must not have a second effect. */
interface RequestTable {
  key: string;
  method: string;
  at: number;
  result: string;
}

/** What is known of an agent's account. */
interface GateTable {
  key: string;
  body: string;
}

/** What gates said of trees. */
interface VerdictTable {
  place: Generated<number>;
  tree: string;
  digest: string;
  toolchain: string;
  /** Empty where the gate looks at all of the tree. */
  against: string;
  body: string;
}

/** Gates that said both of one tree. */
interface QuarantineTable {
  place: Generated<number>;
  digest: string;
  body: string;
}

/** What a person said of queues. */
interface QueueTable {
  repository: string;
  target: string;
  body: string;
}

/** Results that are being tried in checkouts of the user's. */
interface TrialTable {
  /** Its git folder. */
  checkout: string;
  body: string;
}

/** How often each kind of finding was tried and mended. */
interface TallyTable {
  tool: string;
  code: string;
  strategy: Tally["strategy"];
  agent: string;
  tried: number;
  fixed: number;
  introduced: number;
}

/** What jobs of `tutti fix` are about. */
interface FixTable {
  job: string;
  record: string;
}

interface MetaTable {
  key: string;
  value: string;
}
