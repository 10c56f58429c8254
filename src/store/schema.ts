import type { Generated } from "kysely";

/** The journal is the truth; `job` and `sheet` hold what replaying it gives, updated in the same transaction. */
export interface Schema {
  journal: JournalTable;
  job: JobTable;
  sheet: SheetTable;
  request: RequestTable;
  gate: GateTable;
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
  body: string;
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

interface MetaTable {
  key: string;
  value: string;
}
