import { newRunLog, preparationLog, runLogCap } from "../../../base/files/run-log.ts";
import { oneLine } from "../../../base/text.ts";
import type { World } from "../../../base/world/world.ts";
import { type Cleaner, type ProcessEnd, type RunProcess, endWords } from "../../../process/process.ts";
import { makeExcerpt } from "../../../process/output/excerpt.ts";
import { argvOf, commandText } from "../../../score/plan/command.ts";
import { type Recipe, type RecipeCommand, isActive } from "../../../score/plan/recipe.ts";
import type { Meaning } from "../../../score/source/shape.ts";
import type { Containers } from "../../../containers/containers.ts";
import type { EnclosedLaunch, EnclosedOrder, Enclosure } from "../../../process/enclosure.ts";
import type { Places } from "../../home/places.ts";
import { type Furnishings, launchFurnished, runFurnished } from "./furnishings.ts";
import { leasePorts } from "./ports.ts";
import type { Reuse, ReuseEnd } from "./reuse.ts";

/** Makes folders ready by a recipe. */
export interface Furnisher {
  /** Runs programs with the variables and ports of the folder that they work in. */
  readonly run: RunProcess;
  /** Nothing that a contained program starts can outlive it. */
  readonly isContained?: boolean;
  furnish(request: FurnishRequest): Promise<Furnished>;
  /** How a program that a person starts is started there; `null`: like any other on this machine. */
  launch(order: EnclosedOrder): EnclosedLaunch | string | null;
  /** Runs the teardown, and gives back ports; nothing where nothing was furnished. */
  leave(folder: string): Promise<void>;
}

export interface FurnishRequest {
  readonly recipe: Recipe | undefined;
  /** A new context, in which the commands have to run; `null`: they did. */
  readonly fresh: FreshContext | null;
  /** The user's own folder: variables and ports alone. */
  readonly isUsers: boolean;
  readonly folder: string;
  /** Fills in a template. */
  readonly fill: (template: string) => Meaning<string>;
  readonly environment: {
    /** Of the terminal that the job came from. */
    readonly client: Readonly<Record<string, string | undefined>>;
    /** Variables that programs in the folder always have. */
    readonly usual: Readonly<Record<string, string>>;
    /** Parts of the folder that lie elsewhere; absent: a recipe with a container can't be followed. */
    readonly around?: {
      /** For what programs keep outside the folder. */
      readonly state: string;
      /** The git dir whose objects its repository borrows. */
      readonly store: string;
      /** The job's folder for outputs; absent: no job's. */
      readonly workspace?: string;
    };
    /** Confines its commands; absent: they run as the person's own. */
    readonly confine?: (run: RunProcess) => RunProcess;
  };
  readonly record: {
    readonly notice: (text: string) => void;
    /** A folder for what its commands print. */
    readonly logs: string;
  };
  readonly cancel?: AbortSignal;
}

export interface FreshContext {
  /** Tutti's index of it, and the git dir that it belongs to. */
  readonly index: string;
  readonly store: string;
}

/** `told`: what was done, a sentence each. */
export type Furnished = { readonly kind: "ready"; readonly told: readonly string[] } | Unfurnished;

/** Why a context can't be made ready. */
export interface Unfurnished {
  readonly kind: "failed" | "timed-out" | "missing" | "cancelled";
  /** A sentence without what the command printed. */
  readonly why: string;
  /** An excerpt of it. */
  readonly printed?: string;
}

interface FurnishParts {
  readonly run: RunProcess;
  /** See `Furnisher`. */
  readonly isContained?: boolean;
  readonly places: Pick<Places, "locks">;
  readonly world: Pick<World, "now" | "random" | "ticks">;
  readonly cleanerFor: (secrets: readonly string[]) => () => Cleaner;
  /** Absent: commands run in each context. */
  readonly reuse?: Reuse;
  /** Absent: a recipe with a container can't be followed. */
  readonly containers?: Pick<Containers, "open">;
}

export function makeFurnisher(parts: FurnishParts): Furnisher {
  const furnishings: Furnishings = new Map();
  const run = runFurnished(parts.run, furnishings);
  const steps = { ...parts, run };
  const leave = async (folder: string): Promise<void> => {
    const found = furnishings.get(folder);
    if (found === undefined || found === "closed") return;
    try {
      await found.leave();
    } finally {
      if (found.enclosure === undefined) furnishings.delete(folder);
      else furnishings.set(folder, "closed");
    }
  };
  return {
    run,
    ...(parts.isContained === true ? { isContained: true } : {}),
    leave,
    launch: (order) => launchFurnished(order, furnishings),
    furnish: async (request) => {
      const { recipe, folder } = request;
      if (!isActive(recipe) || recipe === undefined) return { kind: "ready", told: [] };
      await leave(folder);
      const values = valuesOf(recipe, request);
      if (values.kind !== "values") return values;
      const lease = await leasePorts(parts.places.locks, parts.world, recipe.ports ?? 0);
      const enclosure = await enclose(parts, request, lease.ports);
      if (typeof enclosure === "string") {
        lease.release();
        return { kind: "missing", why: enclosure };
      }
      const ports = lease.ports.map((port, place) => [`TUTTI_PORT_${String(place)}`, String(port)]);
      furnishings.set(folder, {
        variables: { ...values.variables, ...(Object.fromEntries(ports) as Record<string, string>) },
        usual: request.environment.usual,
        ...(enclosure === null ? {} : { enclosure }),
        ...(values.secrets.length === 0 ? {} : { cleaner: parts.cleanerFor(values.secrets) }),
        leave: async () => {
          try {
            if (!request.isUsers) await tearDown(steps, request);
          } finally {
            lease.release();
          }
        },
      });
      const done = await runCommands(steps, request);
      if (done.kind !== "ready") await leave(folder);
      return done;
    },
  };
}

/** `null`: programs run on this machine. A text says why they can't run in a container. */
async function enclose(
  { containers }: FurnishParts,
  { recipe, folder, cancel, environment: { client: env, around } }: FurnishRequest,
  leased: readonly number[],
): Promise<Enclosure | null | string> {
  const { container } = recipe ?? {};
  if (container === undefined) return null;
  if (containers === undefined || around === undefined) return "nothing here runs containers";
  const { workspace, ...place } = around;
  const write = workspace === undefined ? [] : [workspace];
  return containers.open(container, { folder, ...place, write, leased, env, cancel });
}

type Values =
  | { readonly kind: "values"; readonly variables: Record<string, string>; readonly secrets: readonly string[] }
  | Unfurnished;

function valuesOf({ environment = {} }: Recipe, { fill, environment: { client } }: FurnishRequest): Values {
  const variables: Record<string, string> = {};
  const secrets: string[] = [];
  const wrong = (name: string, why: string): Unfurnished => ({
    kind: "failed",
    why: `prepare.environment.${name} ${why}`,
  });
  for (const [name, value] of Object.entries(environment)) {
    if (typeof value === "string") {
      const filled = fill(value);
      if (filled.kind === "wrong") return wrong(name, `can't be filled in: ${filled.why}`);
      if (filled.value.includes("\0")) return wrong(name, "can't contain a NUL");
      variables[name] = filled.value;
      continue;
    }
    const held = client[value.from] ?? "";
    if (held === "")
      return wrong(name, `needs the variable ${value.from}, which the terminal that submitted the job does not have`);
    variables[name] = held;
    secrets.push(held);
  }
  return { kind: "values", variables, secrets };
}

async function runCommands(parts: FurnishParts, request: FurnishRequest): Promise<Furnished> {
  const { fresh, folder, recipe } = request;
  const told: string[] = [];
  for (const step of fresh === null ? [] : (recipe?.commands ?? [])) {
    const ended: Awaited<ReturnType<typeof runStep>>[] = [];
    const work = async (): Promise<boolean> => {
      const one = await runStep(parts, request, step);
      ended.push(one);
      return failureOf(one.end, step, one.printed) === null;
    };
    const mark = JSON.stringify([recipe?.environment ?? {}, request.environment.usual["PATH"] ?? ""]);
    const about = { step, folder, mark, index: fresh?.index ?? "", store: fresh?.store ?? "" };
    // Only overlays of this machine can show a reused result.
    const isAlone = parts.reuse === undefined || recipe?.container !== undefined;
    const end: ReuseEnd = isAlone ? await ranOnly(work) : await parts.reuse.once(about, work);
    const failure = ended[0] === undefined ? null : failureOf(ended[0].end, step, ended[0].printed);
    if (failure !== null) return failure;
    told.push(toldOf(step, end, ended[0]?.end.durationMs ?? 0));
  }
  return { kind: "ready", told };
}

async function ranOnly(work: () => Promise<boolean>): Promise<ReuseEnd> {
  await work();
  return { kind: "ran", why: null };
}

function toldOf(step: RecipeCommand, end: ReuseEnd, tookMs: number): string {
  if (end.kind === "used") return `prepared by ${shownCommand(step)}, whose result is used again`;
  const why = end.kind === "ran" && end.why !== null ? `, which runs in each context (${end.why})` : "";
  return `prepared by ${shownCommand(step)}${why}, ${(tookMs / 1_000).toFixed(2)} s`;
}

async function runStep(
  { run, world, cleanerFor }: FurnishParts,
  request: FurnishRequest,
  step: RecipeCommand,
): Promise<{ readonly end: ProcessEnd; readonly printed: string }> {
  const {
    folder,
    environment: { usual, confine },
    record: { logs },
    cancel,
  } = request;
  const printed = makeExcerpt();
  const end = await (confine?.(run) ?? run)({
    argv: argvOf(step.command),
    cwd: folder,
    env: usual,
    output: {
      kind: "files",
      stdoutPath: await newRunLog(logs, { name: preparationLog, at: world.now() }),
      capBytes: runLogCap,
      cleaner: cleanerFor([]),
      onLine: (stream, line) => {
        printed.add(stream, line);
      },
    },
    limits: { timeoutMs: step.timeoutMs, ...(cancel === undefined ? {} : { cancel }) },
    tree: "contained",
  });
  return { end, printed: printed.text() };
}

/** A shell says by 127 that it did not find the program. */
function failureOf(end: ProcessEnd, step: RecipeCommand, printed: string): Unfurnished | null {
  const { how } = end;
  if (how.kind === "exited" && how.code === 0) return null;
  const why = `${shownCommand(step)} ${endWords(end, step.timeoutMs)}`;
  const kind =
    how.kind === "timed-out" || how.kind === "cancelled"
      ? how.kind
      : how.kind === "not-started" || (how.kind === "exited" && how.code === 127)
        ? "missing"
        : "failed";
  return { kind, why, printed };
}

/** Always releases the folder, even after an error: its work is captured by now. */
async function tearDown(parts: FurnishParts, request: FurnishRequest): Promise<void> {
  const { cancel: _, ...lasting } = request;
  const {
    recipe,
    record: { notice },
  } = lasting;
  for (const step of recipe?.teardown ?? []) {
    const ran = await runStep(parts, lasting, step).catch(() => undefined);
    const end = ran?.end;
    if (end?.how.kind !== "exited" || end.how.code !== 0)
      notice(
        `${shownCommand(step)} (prepare.teardown) ${end === undefined ? "could not be run" : endWords(end, step.timeoutMs)}; what it should have ended may still run`,
      );
  }
}

function shownCommand({ command }: RecipeCommand): string {
  return oneLine(commandText(command));
}
