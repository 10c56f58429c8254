import { settingOf } from "./setting.ts";
import type { Tutti } from "../../src/api/tutti.ts";
import { type Ending, endingOf, isRest } from "../../src/api/contract/ending.ts";
import type { JobNews, TuttiEvent } from "../../src/api/contract/events.ts";
import type { Accepted, JobView } from "../../src/api/contract/job.ts";
import { codeOf } from "../../src/base/error.ts";
import type { JobId } from "../../src/base/ids.ts";
import { openLocal } from "../../src/root/local.ts";
import type { Setting } from "../../src/root/setting.ts";
import { describeEnd } from "../../src/sheet/describe.ts";
import type { SheetEvent } from "../../src/sheet/events/event.ts";

export interface PlayHow {
  readonly parallel?: number;
  readonly score?: object;
  /** More for Tutti's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Another folder to play in than the repository. */
  readonly folder?: string;
  readonly stop?: AbortSignal;
  readonly onWait?: () => void;
  readonly watch?: (progress: Progress) => void;
}

/** Something that happened, as the stories tell it. */
export type Progress =
  | { readonly kind: "job"; readonly job: { readonly id: JobId }; readonly event: JobNews }
  | {
      readonly kind: "sheet";
      readonly sheet: string;
      readonly event: SheetEvent;
      readonly state: string;
      readonly why: string | null;
      readonly agent: string | null;
    }
  | { readonly kind: "notice"; readonly text: string };

export interface Played {
  readonly job: JobView;
  readonly how: Ending;
  readonly progress: readonly Progress[];
  /** Sheet id → state. */
  readonly states: Readonly<Record<string, string>>;
}

/** Plays with the engine in this process until what was begun comes to rest. */
export async function perform(
  setting: Setting,
  how: PlayHow & { readonly infers?: boolean },
  begin: (tutti: Tutti) => Promise<Accepted | null>,
): Promise<Played> {
  const progress: Progress[] = [];
  const watch = (item: Progress): void => {
    progress.push(item);
    how.watch?.(item);
  };
  const stop = how.stop ?? new AbortController().signal;
  const { tutti, stop: halt } = await openLocal(
    { ...setting, ...settingOf(setting.home, { ...setting.env, ...how.env }) },
    {
      version: "0.0.0",
      onWait: () => how.onWait?.(),
      signal: stop,
      infers: how.infers === true,
      notice: (text) => {
        watch({ kind: "notice", text });
      },
    },
  );
  stop.addEventListener("abort", () => void halt("stopped by the story"), { once: true });
  try {
    const { promise: rested, resolve } = Promise.withResolvers<undefined>();
    const hear = (event: TuttiEvent): void => {
      const item = progressOf(event);
      if (item !== undefined) watch(item);
      if (isRest(event)) resolve(undefined);
    };
    await tutti.follow({}, { hear });
    // Told to stop before the job was on stage: it is recorded all the same.
    const accepted = await begin(tutti).catch((error: unknown) => {
      if (codeOf(error) !== "conductor.stopping") throw error;
      resolve(undefined);
      return undefined;
    });
    if (accepted === null) throw new TypeError("there was nothing to play");
    await rested;
    const job = await tutti.call("job.status", {
      folder: "/",
      ...(accepted === undefined ? {} : { job: accepted.job }),
    });
    const end = job === null ? undefined : endingOf(job);
    if (job === null || end === undefined) throw new TypeError("the job is still under way");
    return { job, how: end, progress, states: Object.fromEntries(job.sheets.map((sheet) => [sheet.id, sheet.state])) };
  } finally {
    await tutti.close();
  }
}

function progressOf({ index, job, sheet, state, why, recorded }: TuttiEvent): Progress | undefined {
  if (index > 0) return undefined;
  switch (recorded.about) {
    case "note":
      return recorded.event.kind === "notice" ? { kind: "notice", text: recorded.event.text } : undefined;
    case "job":
      return job === null ? undefined : { kind: "job", job: { id: job }, event: recorded.event };
    case "sheet": {
      const agent = recorded.event.kind === "ended" ? describeEnd(recorded.event.end) : null;
      return { kind: "sheet", sheet: sheet ?? "", event: recorded.event, state: state ?? "", why, agent };
    }
  }
}
