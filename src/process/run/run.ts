import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { makeAttention } from "../attention.ts";
import type { ProcessClock } from "../machine/awake.ts";
import { type Brake, untilReleased } from "../brake.ts";
import type { Calls } from "../calls.ts";
import { type Meter, makeMeter } from "../machine/meter.ts";
import type { Cells } from "../cell/cells.ts";
import type { CellProgram } from "../cell/order.ts";
import type { Argv, Containment } from "../tree/containment.ts";
import { markVariables } from "../tree/marker.ts";
import { type Taps, openTaps } from "../output/taps.ts";
import { systemCode, withPatience } from "./patience.ts";
import type { HowEnded, ProcessEnd, ProcessRequest, RunProcess } from "../process.ts";
import type { EnclosedLaunch, Enclosure } from "../enclosure.ts";
import type { FolderView } from "../overlay.ts";
import { findSeenProgram, refusal } from "../program.ts";
import { type Sandbox, missingFor } from "../sandbox/sandbox.ts";
import { type Started, notStarted, startProcess } from "./start.ts";
import { supervise } from "./supervise.ts";

export interface ProcessSetting {
  readonly containment: Containment;
  /** As `ownerId` makes it. */
  readonly owner: string;
  readonly clock: ProcessClock;
  /** Holds contained work; never git, whose locks others wait for. */
  readonly brake?: Brake;
  readonly calls?: Calls;
  /** Absent: each contained program has a namespace of its own. */
  readonly cells?: Cells;
  /** How contained work is started where it sees more than its folder has, or why it can't be; `null`: as it is. */
  readonly viewAt?: (cwd: string) => Promise<FolderView | string | null>;
  /** Confines programs here; absent: a program that requires confinement is not started. */
  readonly sandbox?: () => Promise<Sandbox>;
  /** For tests. */
  readonly oomKills?: OomKills;
}

export function makeRunProcess(setting: ProcessSetting): RunProcess {
  const meter = makeMeter(setting.clock);
  return (request) => runProcess({ ...setting, meter }, request);
}

async function runProcess(
  setting: ProcessSetting & { readonly meter: Meter },
  request: ProcessRequest,
): Promise<ProcessEnd> {
  const { clock } = setting;
  const brake = brakeFor(setting, request);
  // It may be set again before this wait resumes.
  while (brake?.isOn() === true && request.limits?.cancel?.aborted !== true)
    await untilReleased(brake, request.limits?.cancel);
  const startedAt = clock.ticks();
  const unstarted = (how: HowEnded): ProcessEnd => ({
    how,
    stdout: Buffer.alloc(0),
    stderr: Buffer.alloc(0),
    droppedBytes: 0,
    durationMs: clock.ticks() - startedAt,
  });

  if (request.limits?.cancel?.aborted === true) return unstarted({ kind: "cancelled" });
  const plan = await planLaunch(setting, request);
  if (plan.kind === "not-started") return unstarted(plan);
  let taps: Taps;
  try {
    taps = await withPatience(clock, () => openTaps(request.output), request.limits?.cancel);
  } catch (error) {
    return unstarted(
      notStarted(`the output of ${JSON.stringify(request.argv[0])} could not be written (${systemCode(error)})`, error),
    );
  }
  // Only for what takes memory: git runs all the time.
  const oomKills = request.tree === "contained" ? (setting.oomKills ?? oomCounter(plan.enclosed ?? null)) : () => null;
  const killsBefore = oomKills();
  const attention = makeAttention();
  const launch = { request, clock, argv: plan.argv, env: plan.env, onAwaits: attention.set };
  const started = (await startInCell(setting, plan)) ?? (await startProcess(launch));
  if (started.kind !== "started") {
    await Promise.all([taps.stdout.finish(""), taps.stderr.finish("")]);
    return unstarted(started);
  }
  const tree = { leader: started.child.pid, wrapped: plan.wrapped, run: plan.run };
  const call = setting.calls?.begin(tree, request);
  attention.follow((isAwaited) => call?.awaits(isAwaited));
  const { onUse } = request.limits ?? {};
  const { enclosed = null } = plan;
  // The leader of an enclosed program is the engine's client, which works little itself.
  const measured = onUse === undefined || enclosed !== null ? () => null : setting.meter.follow(tree.leader, onUse);
  const supervised = supervise({ child: started.child, tree, taps, request, clock, brake, attention, enclosed });
  const { heldMs, ...ending } = await supervised.finally(() => call?.end());
  const use = measured();
  return {
    ...ending,
    ...(use === null ? {} : { use }),
    ...(isOom(ending.how, killsBefore, oomKills) ? { oom: true } : {}),
    durationMs: clock.ticks() - startedAt - heldMs,
  };
}

function brakeFor({ brake }: ProcessSetting, { role, tree }: ProcessRequest): Brake | null {
  return role !== "git" && tree === "contained" ? (brake ?? null) : null;
}

type LaunchPlan =
  | {
      readonly kind: "launch";
      readonly argv: readonly [string, ...string[]];
      readonly env: Readonly<Record<string, string>>;
      readonly wrapped: boolean;
      readonly run: string | null;
      /** A program that may run in a cell. */
      readonly guest?: CellProgram;
      /** Absent: it runs on this machine. */
      readonly enclosed?: EnclosedLaunch;
    }
  | { readonly kind: "not-started"; readonly reason: string };

async function planLaunch(setting: ProcessSetting, request: ProcessRequest): Promise<LaunchPlan> {
  const { enclosure } = request.limits ?? {};
  if (enclosure !== undefined) return planEnclosed(setting, request, enclosure);
  const isSeen = request.tree === "contained" && request.role !== "git";
  const view = isSeen ? ((await setting.viewAt?.(request.cwd)) ?? null) : null;
  if (typeof view === "string") return { kind: "not-started", reason: view };
  const confine = await confiner(setting, request);
  if (typeof confine === "string") return { kind: "not-started", reason: confine };
  const plan = planContained(setting, request, { view, confine });
  return plan.kind === "not-started" || view === null ? plan : { ...plan, argv: view.wrap(plan.argv) };
}

type Confine = (argv: Argv) => Argv;

/** A text says why the program can't be confined as it must be. */
async function confiner({ sandbox }: ProcessSetting, { limits }: ProcessRequest): Promise<Confine | string> {
  const confined = limits?.confined;
  if (confined === undefined) return (argv) => argv;
  if (sandbox === undefined) return "it must be confined, and no sandbox is open";
  const found = await sandbox();
  const missing = missingFor(found, confined);
  return missing === null ? (argv) => found.wrap(confined, argv) : `it must be confined: ${missing}`;
}

/** Not in a namespace of ours: the engine's own processes must outlive the program that starts it. */
function planEnclosed({ owner }: ProcessSetting, request: ProcessRequest, enclosure: Enclosure): LaunchPlan {
  const { argv, cwd, limits: { outside = {} } = {}, role = "work" } = request;
  const run = randomUUID();
  const marked = { ...request.env, ...markVariables(owner, role, run) };
  const enclosed = enclosure.launch({ argv, cwd, outside, run, env: marked });
  if (typeof enclosed === "string") return { kind: "not-started", reason: enclosed };
  return { kind: "launch", argv: enclosed.argv, env: enclosed.env, wrapped: false, run, enclosed };
}

function planContained(
  { containment, owner }: ProcessSetting,
  request: ProcessRequest,
  { view, confine }: { readonly view: FolderView | null; readonly confine: Confine },
): LaunchPlan {
  const role = request.role ?? "work";
  const wrapped = request.tree === "contained" && containment.kind !== "group";
  const run = request.tree === "contained" && !wrapped ? randomUUID() : null;
  const env = { ...request.env, ...markVariables(owner, role, run) };
  if (!wrapped && request.limits?.confined === undefined)
    return { kind: "launch", argv: request.argv, env, wrapped, run };
  // A wrapper would start and fail in its own words; its shell must not take a bare name for a built-in.
  const [name, ...rest] = request.argv;
  const program = findSeenProgram(name, request, (file) => view?.holds(file) === true);
  if (program.kind === "refused") return { kind: "not-started", reason: refusal(name, program.code) };
  const argv = confine([program.file, ...rest]);
  const isGuest = wrapped && role === "check" && request.stdin === undefined && view === null;
  const guest = isGuest ? { guest: { argv, cwd: request.cwd, env } } : {};
  return { kind: "launch", argv: wrapped ? containment.wrap(argv) : argv, env, wrapped, run, ...guest };
}

async function startInCell(
  { cells }: ProcessSetting,
  { guest }: Extract<LaunchPlan, { kind: "launch" }>,
): Promise<Started | null> {
  const child = guest === undefined ? null : ((await cells?.start(guest)) ?? null);
  return child === null ? null : { kind: "started", child };
}

/** `null`: unknown. */
export type OomKills = () => number | null;

/** Of our control group and those below, else of the machine: another container's shortage is not ours. */
export const readOomKills: OomKills = () => {
  const group = /^0::(\/.*)$/m.exec(readText("/proc/self/cgroup"))?.[1];
  const own =
    group === undefined ? null : oomKillsIn(readText(`/sys/fs/cgroup${group === "/" ? "" : group}/memory.events`));
  return own ?? oomKillsIn(readText("/proc/vmstat"));
};

/** A container's control group is none of ours. */
function oomCounter(enclosed: EnclosedLaunch | null): OomKills {
  return enclosed === null ? readOomKills : () => oomKillsIn(readText("/proc/vmstat"));
}

export function oomKillsIn(counters: string): number | null {
  const count = /^oom_kill (\d+)$/m.exec(counters)?.[1];
  return count === undefined ? null : Number(count);
}

/** Only the kernel's counter tells its SIGKILL from others. A shell reports the death of its child as 137. */
function isOom(how: HowEnded, before: number | null, oomKills: OomKills): boolean {
  const isKilled =
    (how.kind === "signalled" && how.signal === "SIGKILL") || (how.kind === "exited" && how.code === 137);
  if (!isKilled || before === null) return false;
  const now = oomKills();
  return now !== null && now > before;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
