import type { ReactNode } from "react";
import type { JobSummary } from "../../../api/contract/job.ts";
import { act, ActButton } from "../../kit/act.tsx";
import { newKey } from "../../kit/calls/call.ts";

/** The actions of a person on a job as it is now. */
export function JobActs({ job }: { readonly job: JobSummary }): ReactNode {
  const { id, name, status, counts } = job;
  const isResting = (status === "paused" && job.pause?.kind !== "approval") || status === "interrupted";
  const isOver = status === "finished" || status === "cancelled";
  return (
    <span className="acts">
      {status !== "running" ? null : (
        <ActButton
          run={() => act("job.pause", { job: id, key: newKey() }, `${name}: running sheets finish, no new ones start`)}
        >
          Pause
        </ActButton>
      )}
      {isResting ? (
        <ActButton
          look="primary"
          run={() => act("job.resume", { job: id, folder: "/", key: newKey() }, `${name} goes on`)}
        >
          Resume
        </ActButton>
      ) : null}
      {counts.failed === 0 || status === "running" ? null : (
        <ActButton run={() => act("job.retry", { job: id, key: newKey() }, "Failed sheets are tried again")}>
          Retry failed
        </ActButton>
      )}
      {isOver ? null : (
        <ActButton
          look="danger"
          run={async () =>
            confirm(`Cancel ${name}? Running agents are ended. Their work is kept.`) &&
            act("job.cancel", { job: id, answerWithinMs: 0, key: newKey() }, `${name} is cancelled; its work is kept`)
          }
        >
          Cancel
        </ActButton>
      )}
    </span>
  );
}
