import { endingOf } from "../../api/contract/ending.ts";
import type { TuttiEvent } from "../../api/contract/events.ts";
import type { JobView } from "../../api/contract/job.ts";
import type { Tutti } from "../../api/tutti.ts";
import { TuttiError } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import type { Door } from "../door.ts";
import { type Editor, say } from "./editor.ts";
import { entriesOf, lineOf } from "./updates.ts";

interface Following {
  readonly job: JobId;
  readonly from: number;
  readonly editor: Editor;
  readonly signal: AbortSignal;
}

/** Shows a job in the editor until it rests or the person ends the turn. A conductor that is lost is found again. */
export async function followToRest(door: Door, how: Following): Promise<JobView> {
  let position = how.from;
  for (;;) {
    const seen = await door.look((tutti) => followOnce(tutti, { ...how, from: position }));
    position = seen.position;
    if (how.signal.aborted || endingOf(seen.view) !== undefined) return seen.view;
  }
}

interface Seen {
  readonly view: JobView;
  readonly position: number;
}

async function followOnce(tutti: Tutti, { job, from, editor, signal }: Following): Promise<Seen> {
  let position = from;
  let shown = "";
  let told: Promise<unknown> = Promise.resolve();
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const status = async (): Promise<JobView> => {
    const view = await tutti.call("job.status", { job, folder: "/" });
    if (view === null) throw new TuttiError("job.unknown", `there is no job ${job}`, { audience: "user" });
    return view;
  };
  const draw = async (): Promise<void> => {
    const view = await status();
    const entries = entriesOf(view);
    const now = JSON.stringify(entries);
    if (now !== shown) await editor.update({ sessionUpdate: "plan", entries });
    shown = now;
    if (endingOf(view) !== undefined) resolve(undefined);
  };
  // One after the other: an editor shows what comes first before what comes next.
  let isDrawn = true;
  const show = (event: TuttiEvent): void => {
    const line = lineOf(event);
    if (line !== null) told = told.then(() => say(editor, line));
    if (!isDrawn) return;
    isDrawn = false;
    told = told.then(() => {
      isDrawn = true;
      return draw();
    });
    told.catch(() => resolve(undefined));
  };
  const following = await tutti.follow(
    { job, after: from },
    {
      hear(event) {
        position = Math.max(position, event.position);
        show(event);
      },
      lost: () => resolve(undefined),
    },
  );
  const stop = (): void => resolve(undefined);
  signal.addEventListener("abort", stop, { once: true });
  try {
    if (!signal.aborted) {
      await draw();
      await over;
    }
    await told;
    return { view: await status(), position };
  } finally {
    signal.removeEventListener("abort", stop);
    await following.stop().catch(() => undefined);
  }
}
