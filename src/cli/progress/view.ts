import type { TuttiEvent } from "../../api/contract/events.ts";
import type { JobView } from "../../api/contract/job.ts";

/** Shows what happens while it happens: JSON lines for programs, a live view for people, plain lines for logs. */
export interface ProgressView {
  /** What is shown is about this job, as it is now. */
  begin(job: JobView): void;
  show(event: TuttiEvent): void;
  /** Something to say that no journal has. */
  notice(text: string): void;
  close(): void;
}
