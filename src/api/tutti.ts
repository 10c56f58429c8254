import type { JobId } from "../base/ids.ts";
import type { CustodyViewer } from "./contract/sheet.ts";
import type { Follow, Following, Listener } from "./contract/events.ts";
import type { Result } from "./results.ts";
import type { Method, Params } from "./schema/methods.ts";
import type { VerifyReport, VerifyRequest } from "./contract/landing.ts";
import type { JobSummary, JobView } from "./contract/job.ts";

/** Tutti, as every face sees it: a conductor over its socket, or the same engine in this process. */
export interface Tutti {
  call<M extends Method>(method: M, params: Params<M>): Promise<Result<M>>;
  follow(what: Follow, listener: Listener): Promise<Following>;
  close(): Promise<void>;
}

/** What a face may ask without playing. */
export interface Viewer {
  list(): Promise<readonly JobSummary[]>;
  /** No job picks the newest of the repository that the folder lies in. */
  status(request: { readonly job: JobId | undefined; readonly folder: string }): Promise<JobView | undefined>;
  verify(request: VerifyRequest): Promise<VerifyReport>;
  /** Work that is kept. */
  readonly custody: CustodyViewer;
}
