import type { Generated } from "kysely";

/** The journal is the truth; `job` and `sheet` hold what replaying it gives, updated in the same transaction. */
export interface Schema {
  journal: JournalTable;
  job: JobTable;
  sheet: SheetTable;
  meta: MetaTable;
}

interface JournalTable {
  position: Generated<number>;
  job: string;
  /** `null` for events of the job itself. */
  sheet: string | null;
  kind: string;
  at: number;
  body: string;
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

interface MetaTable {
  key: string;
  value: string;
}
