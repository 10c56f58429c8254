import { TuttiError } from "../../base/error.ts";
import {
  containmentKinds,
  processGroup,
  wrapInBubblewrap,
  cellInBubblewrap,
  cellInUnshare,
  wrapInUnshare,
  type Containment,
  type ContainmentKind,
  type PassedOver,
} from "./containment.ts";
import type { ProcessEnd, RunProcess } from "../process.ts";
import { findProgram } from "../program.ts";

export interface ContainmentSearch {
  /** `auto`, or the kind that must be used. */
  readonly choice: "auto" | ContainmentKind;
  /** Where the wrappers are looked for. */
  readonly path: string | undefined;
  readonly run: RunProcess;
}

/** The strongest containment that works here. A kind asked for by name is never replaced by a weaker one. */
export async function findContainment(search: ContainmentSearch): Promise<Containment> {
  const kinds = search.choice === "auto" ? containmentKinds : [search.choice];
  const passedOver: PassedOver[] = [];
  for (const kind of kinds) {
    const found = await tryKind(kind, search);
    if (typeof found !== "string") return { ...found, passedOver };
    passedOver.push({ kind, why: found });
  }
  throw new TuttiError(
    "containment.unavailable",
    `containment ${search.choice} does not work here: ${passedOver[0]?.why}`,
    {
      audience: "environment",
      hint: "Use the strongest kind that works: tutti config set containment auto",
    },
  );
}

/** The containment, or why it does not work. */
async function tryKind(kind: ContainmentKind, search: ContainmentSearch): Promise<Containment | string> {
  if (kind === "group") return processGroup;
  const ways = kind === "bwrap" ? bubblewrapWays(search.path) : unshareWays(search.path);
  if (typeof ways === "string") return ways;
  let why = "no way to try";
  for (const { wrap, cell } of ways) {
    const end = await search.run({
      argv: wrap(["/bin/sh", "-c", "true"]),
      cwd: "/",
      env: {},
      output: { kind: "memory", capBytes: 4096 },
      limits: { timeoutMs: 10_000 },
      tree: "group",
    });
    if (end.how.kind === "exited" && end.how.code === 0) return { kind, wrap, cell, passedOver: [] };
    why = failureOf(end);
  }
  return why;
}

type Way = Pick<Containment, "wrap" | "cell">;

function bubblewrapWays(path: string | undefined): Way[] | string {
  const bwrap = findProgram("bwrap", path, "/");
  if (bwrap.kind === "refused") return "bwrap is not installed";
  return [{ wrap: (argv) => wrapInBubblewrap(bwrap.file, argv), cell: cellInBubblewrap(bwrap.file) }];
}

/** Root needs no user namespace, but in a container may lack the right to do without. */
function unshareWays(path: string | undefined): Way[] | string {
  const unshare = findProgram("unshare", path, "/");
  const setpriv = findProgram("setpriv", path, "/");
  if (unshare.kind === "refused") return "unshare is not installed";
  if (setpriv.kind === "refused") return "setpriv is not installed";
  const tools = { unshare: unshare.file, setpriv: setpriv.file, sh: "/bin/sh" };
  const way = (asUser: boolean): Way => ({
    wrap: (argv) => wrapInUnshare(tools, asUser, argv),
    cell: cellInUnshare(tools, asUser),
  });
  return process.getuid?.() === 0 ? [way(false), way(true)] : [way(true)];
}

function failureOf(end: ProcessEnd): string {
  const said = end.stderr.toString().trim();
  return said === "" ? `it ended with ${JSON.stringify(end.how)}` : said;
}
