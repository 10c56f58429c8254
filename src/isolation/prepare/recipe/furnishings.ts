import { dirname } from "node:path";
import type { EnclosedLaunch, EnclosedOrder, Enclosure } from "../../../process/enclosure.ts";
import type { Cleaner, OutputPlan, ProcessRequest, RunProcess } from "../../../process/process.ts";

/**
 * The variables and ports that programs in a folder have besides its files. Kept in memory only: values may be secrets.
 */
export interface Furnishing {
  readonly variables: Readonly<Record<string, string>>;
  /**
   * Variables that programs there always have. A variable of the recipe overrides them, and a program's own variable
   * overrides both.
   */
  readonly usual: Readonly<Record<string, string>>;
  /** Removes the values that came from a terminal from outputs; absent: there are none. */
  readonly cleaner?: () => Cleaner;
  /** Where its programs run; absent: on this machine. */
  readonly enclosure?: Enclosure;
  /** Clean-up that runs when the folder is left. */
  readonly leave: () => Promise<void>;
}

/** By folder. `closed`: its programs run in a container, which is not open now. */
export type Furnishings = Map<string, Furnishing | "closed">;

/** Runs programs with what the folder they work in is furnished with. */
export function runFurnished(run: RunProcess, furnishings: Furnishings): RunProcess {
  return (request) => {
    const found = furnishings.size === 0 ? undefined : furnishingAt(furnishings, request.cwd);
    if (found === "closed" && request.role !== "git") return run(enclosedIn(request, closedEnclosure));
    return run(found === undefined || found === "closed" ? request : furnished(request, found));
  };
}

/** How a program starts in a folder whose programs run apart; `null`: its programs run on this machine. */
export function launchFurnished(order: EnclosedOrder, furnishings: Furnishings): EnclosedLaunch | string | null {
  const found = furnishingAt(furnishings, order.cwd);
  if (found === "closed") return closedEnclosure.launch(order);
  if (found?.enclosure === undefined) return null;
  return found.enclosure.launch({ ...order, env: { ...order.env, ...ownVariables(order.env, found) } });
}

/** A folder that asked for a container never runs without one. */
const closedEnclosure: Enclosure = { launch: () => "its context is not prepared, and it runs only in a container" };

/** The folder itself, or the nearest one that it lies in. */
function furnishingAt(furnishings: Furnishings, cwd: string): Furnishing | "closed" | undefined {
  for (let folder = cwd; dirname(folder) !== folder; folder = dirname(folder)) {
    const found = furnishings.get(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

function enclosedIn(request: ProcessRequest, enclosure: Enclosure): ProcessRequest {
  return { ...request, limits: { ...request.limits, enclosure } };
}

/** Variables of the recipe that a program was not given itself. */
function ownVariables(
  env: Readonly<Record<string, string>>,
  { variables, usual }: Pick<Furnishing, "variables" | "usual">,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => env[name] === undefined || env[name] === usual[name]),
  );
}

function furnished(request: ProcessRequest, furnishing: Furnishing): ProcessRequest {
  const { env } = request;
  const { cleaner, enclosure } = furnishing;
  // Tutti's own git has the store's rights, and reads a context as data only.
  const isEnclosed = enclosure !== undefined && request.role !== "git";
  return {
    ...(isEnclosed ? enclosedIn(request, enclosure) : request),
    env: { ...env, ...ownVariables(env, furnishing) },
    ...(cleaner === undefined ? {} : { output: cleaned(request.output, cleaner) }),
  };
}

function cleaned(output: OutputPlan, cleaner: () => Cleaner): OutputPlan {
  if (output.kind === "heard") return output;
  const before = output.cleaner;
  return { ...output, cleaner: before === undefined ? cleaner : () => inTurn(before(), cleaner()) };
}

function inTurn(one: Cleaner, other: Cleaner): Cleaner {
  return {
    push: (chunk) => other.push(one.push(chunk)),
    end: () => Buffer.concat([other.push(one.end()), other.end()]),
  };
}
