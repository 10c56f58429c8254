import type { MachineUse } from "../../base/home/machine-use.ts";
import { clip, visible } from "../../base/text.ts";
import { knownCostWords } from "../../api/contract/cost/cost.ts";
import type { TuttiEvent } from "../../api/contract/events.ts";
import type { JobView, SheetView } from "../../api/contract/job.ts";
import { type Spending, nothingSpentYet, spentTogether, spentWith } from "../../sheet/cost/usage.ts";
import type { Activity } from "../../sheet/activity.ts";
import type { Phase } from "../../sheet/state.ts";
import { clock } from "../terminal/prose.ts";

/** Where one sheet is, and since when. */
export interface Standing {
  readonly sheet: string;
  readonly state: string;
  readonly why: string | null;
  readonly attempt: number;
  /** Epoch; `null` where it is not known. */
  readonly since: number | null;
  /** Of one that runs, and since when; that of its state otherwise. */
  readonly phase: Phase;
  readonly phaseSince: number | null;
  /** Who plays it; empty where it is not known. */
  readonly agent: string;
  /** Whether its agent gave a sign of life, and whether it is one that does. */
  readonly isAlive: boolean;
  readonly givesSigns: boolean;
  /** The last action of its agent; empty: nothing is known. */
  readonly action: string;
  /** The least that its agent used of the machine; `null`: not measured. */
  readonly use: MachineUse | null;
  /** When it may continue, where that moment is known. */
  readonly until: number | null;
  /** The cost of its attempts, up to the attempt in `costUpTo`. */
  readonly cost: Spending;
  readonly costUpTo: number;
}

/** Where every sheet of the job in front of us is, by what was heard so far. */
export interface Tally {
  begin(job: JobView): void;
  follow(event: TuttiEvent): void;
  /** Takes the last actions of running agents. */
  active(activities: readonly Activity[]): void;
  /** As in the score. */
  all(): readonly Standing[];
  find(sheet: string): Standing | undefined;
  /** The sheets under way. */
  underWay(): readonly Standing[];
  /** How far the whole is, and what it cost by now; `undefined` before there is a job. */
  counts(): string | undefined;
  clear(): void;
}

const underWay: ReadonlySet<string> = new Set(["running", "captured", "landing"]);
const parked: ReadonlySet<string | null> = new Set(["rate-limit", "quota"]);

export function makeTally(): Tally {
  const sheets = new Map<string, Standing>();
  const all = (): readonly Standing[] => [...sheets.values()];
  return {
    begin: (job) => {
      for (const sheet of job.sheets) sheets.set(sheet.id, standingOf(sheet, sheets.get(sheet.id)));
    },
    follow: (event) => {
      if (event.sheet === null || event.state === null) return;
      sheets.set(event.sheet, after(sheets.get(event.sheet) ?? unheardOf(event.sheet), event, event.state));
    },
    all,
    find: (sheet) => sheets.get(sheet),
    active: (activities) => {
      for (const { sheet, attempt, action, use = null } of activities) {
        const known = sheets.get(sheet);
        if (known?.attempt === attempt) sheets.set(sheet, { ...known, action, use });
      }
    },
    underWay: () => all().filter(({ state }) => underWay.has(state)),
    counts: () => (sheets.size === 0 ? undefined : countWords(all())),
    clear: () => {
      sheets.clear();
    },
  };
}

/** One that a changed score brought. */
function unheardOf(sheet: string): Standing {
  return {
    sheet,
    state: "",
    why: null,
    attempt: 0,
    since: null,
    phase: "playing",
    phaseSince: null,
    agent: "",
    isAlive: true,
    givesSigns: false,
    action: "",
    use: null,
    until: null,
    cost: nothingSpentYet,
    costUpTo: 0,
  };
}

/** Its agent now, short enough for a row; empty where none runs. */
export function playerWords({ state, agent }: Standing): readonly string[] {
  return state === "running" && agent !== "" ? [clip(visible(agent), widestAgent)] : [];
}

const widestAgent = 28;

/** The last action of its agent, while the agent works. */
export function actionWords({ state, phase, action }: Standing): readonly string[] {
  return state === "running" && phase === "playing" && action !== "" ? [visible(action)] : [];
}

/** As a person reads it. */
export function stateWord({ state, isAlive, phase }: Pick<Standing, "state" | "isAlive" | "phase">): string {
  if (state === "running" && phase !== "playing") return phase;
  if (state === "running" && !isAlive) return "starting";
  return state === "captured" ? "waits to land" : state;
}

function standingOf(sheet: SheetView, known: Standing | undefined): Standing {
  const { id, state, why, attempts, startedAt, agent, cost, isAlive = true, notBefore = null } = sheet;
  const { phase = "playing", phaseSince } = sheet;
  const since = startedAt ?? (known?.state === state ? known.since : null);
  // The cost of a running attempt is unknown until it ends.
  const costUpTo = state === "running" ? attempts - 1 : attempts;
  const givesSigns = known?.givesSigns === true || !isAlive;
  return {
    sheet: id,
    state,
    why,
    attempt: attempts,
    since,
    phase,
    phaseSince: phaseSince ?? since,
    agent,
    isAlive,
    givesSigns,
    action: known?.attempt === attempts ? known.action : "",
    use: sheet.use ?? (known?.attempt === attempts ? known.use : null),
    until: notBefore,
    cost,
    costUpTo,
  };
}

function after(known: Standing, { why, at, recorded: { event } }: TuttiEvent, state: string): Standing {
  const since = known.state === state && event.kind !== "started" ? known.since : at;
  const next = {
    ...known,
    state,
    why,
    since,
    phaseSince: known.state === state ? known.phaseSince : since,
    until: state === "waiting" ? known.until : null,
  };
  switch (event.kind) {
    case "started":
      return {
        ...next,
        attempt: event.attempt,
        isAlive: !known.givesSigns,
        phase: "preparing",
        phaseSince: at,
        action: "",
        use: null,
      };
    case "placed":
    case "prepared":
      return "isUnready" in event ? next : { ...next, phase: "playing", phaseSince: at };
    case "validating":
      return { ...next, phase: "validating", phaseSince: at };
    case "playing":
      return { ...next, isAlive: true, givesSigns: true, agent: event.agent };
    case "ended":
    case "interrupted": {
      const until = event.kind === "ended" && state === "waiting" ? (event.trouble?.resetAt ?? null) : null;
      const ended = { ...next, until, use: event.use ?? known.use };
      // A cost that came with the job is not counted again.
      if (event.usage === undefined || event.attempt <= known.costUpTo) return ended;
      return { ...ended, cost: spentWith(known.cost, event.usage), costUpTo: event.attempt };
    }
    default:
      return next;
  }
}

function countWords(all: readonly Standing[]): string {
  const number = (...states: readonly string[]): number => all.filter(({ state }) => states.includes(state)).length;
  const isOver = number("running", "waiting") === 0;
  const [failed, cancelled] = [number("failed", "blocked"), number("cancelled")];
  const cost = knownCostWords(all.map((one) => one.cost).reduce(spentTogether, nothingSpentYet));
  return [
    `${String(number("landed", "done", "skipped"))} of ${all.length} landed or done`,
    ...(number("proposed") > 0 ? [`${String(number("proposed"))} proposed`] : []),
    ...(isOver
      ? []
      : [`${String(number("running"))} running`, `${String(number("waiting"))} waiting${parkedWords(all)}`]),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
    ...(cost === null ? [] : [cost]),
  ].join(", ");
}

/** Until the first of them may go on. */
function parkedWords(all: readonly Standing[]): string {
  const held = all.filter(({ state, why }) => state === "waiting" && parked.has(why));
  const moments = held.flatMap(({ until }) => (until === null ? [] : [until]));
  if (held.length === 0) return "";
  return ` (${held.length} parked${moments.length === 0 ? "" : ` until ${clock(Math.min(...moments))}`})`;
}
