import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type LanderEnd, type RaceResult, landAll } from "./lander.ts";
import {
  type RaceGround,
  makeRaceGround,
  sharedFile,
  sharedLines,
  startOutsider,
  stepOutsider,
} from "./race-ground.ts";

export interface RaceEnd {
  readonly candidates: number;
  readonly landed: number;
  readonly refused: number;
  readonly outside: number;
  /** How often an outside commit was first. */
  readonly moved: number;
  readonly seconds: number;
  readonly wrong: readonly string[];
}

export interface RaceOrder {
  readonly landers: number;
  readonly candidates: number;
  /** How often an outsider pushes; `null`: not by the clock, but each time a lot is about to land. */
  readonly everyMs: number | null;
  readonly patienceMs: number;
}

/** Landers with a home each, all at once, on one branch that an outsider pushes to. */
export async function race({ landers, candidates, everyMs, patienceMs }: RaceOrder): Promise<RaceEnd> {
  const ground = makeRaceGround();
  const plan = Array.from({ length: landers }, (_, lander) => resultsOf(lander, Math.ceil(candidates / landers)));
  const startedAt = performance.now();
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), patienceMs);
  const outsider = everyMs === null ? stepOutsider(ground) : startOutsider(ground, everyMs);
  const order = { stop: stop.signal, inBetween: () => outsider.step() };
  try {
    const ends = await Promise.allSettled(
      plan.map((results, lander) => landAll(ground, { name: `lander-${String(lander)}`, results, ...order })),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const outside = await outsider.stop();
    const errors = ends.flatMap((end) =>
      end.status === "rejected" ? [`a lander gave up: ${String(end.reason)}`] : [],
    );
    const done = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
    const states = done.flatMap((end) => [...end.states.values()]);
    return {
      candidates: plan.flat().length,
      landed: states.filter(({ kind }) => kind === "landed").length,
      refused: states.filter(({ kind }) => kind === "failed").length,
      outside: outside.length,
      moved: done.reduce((sum, end) => sum + end.moved, 0),
      seconds,
      wrong: [...errors, ...inspect(ground, { plan, done, outside })],
    };
  } finally {
    clearTimeout(patience);
    await outsider.stop();
    ground.remove();
  }
}

/**
 * Most touch only their own files; some edit a line of a file that others edit too, and a few all want the same line.
 */
function resultsOf(lander: number, count: number): readonly RaceResult[] {
  return Array.from({ length: count }, (_, place) => {
    const id = `r${String(lander)}-${String(place)}`;
    const own = { [`files/${id}.txt`]: `${id}\n` };
    if (place === 1) return { id, files: { ...own, "clash.txt": `${id}\n` } };
    if (place === 2) return { id, files: { ...own, "shared.txt": sharedFile(new Map([[lander % sharedLines, id]])) } };
    return { id, files: own };
  });
}

interface Raced {
  readonly plan: readonly (readonly RaceResult[])[];
  readonly done: readonly LanderEnd[];
  readonly outside: readonly string[];
}

function inspect(ground: RaceGround, { plan, done, outside }: Raced): readonly string[] {
  const line = ground.git(["rev-list", "--first-parent", "main"]).trim().split("\n");
  const there = new Map(line.map((commit, place) => [commit, place]));
  const trailers = ground
    .git(["log", "--format=%(trailers:key=Tutti-Sheet,valueonly,separator=%x2C)", "main"])
    .split("\n")
    .filter((sheet) => sheet !== "");
  const clashing = new Set(
    plan.flatMap((results) => results.filter(({ files }) => "clash.txt" in files).map(({ id }) => id)),
  );
  const receipts = new Set(receiptPaths(ground).map((path) => path.replace(/^.*\/|\.json$/g, "")));
  const states = new Map(done.flatMap((end) => [...end.states].map(([id, state]) => [id, { state, end }] as const)));
  const wrong = plan.flat().flatMap(({ id, files }): readonly string[] => {
    const known = states.get(id);
    const times = trailers.filter((sheet) => sheet === id).length;
    if (known?.state.kind === "landed") {
      const isContent = Object.keys(files).every(
        (path) =>
          path === "shared.txt" ||
          ground.git(["show", `${known.state.kind === "landed" ? known.state.commit : ""}:${path}`]) === files[path],
      );
      return times === 1 && there.has(known.state.commit) && receipts.has(id) && isContent
        ? []
        : [`${id} is recorded as landed, and is on main ${String(times)} times`];
    }
    if (known?.state.kind !== "failed") return [`${id} is ${known?.state.kind ?? "lost"}`];
    if (times > 0) return [`${id} was refused, and is on main all the same`];
    if (!clashing.has(id)) return [`${id} was refused without a conflict`];
    return known.state.kept === null || !isKept(ground, known.end.store, known.state.kept)
      ? [`the work of ${id} is not kept`]
      : [];
  });
  return [
    ...wrong,
    ...done.flatMap((end) => end.wrong),
    ...(plan.flat().filter(({ id }) => clashing.has(id) && states.get(id)?.state.kind === "landed").length <= 1
      ? []
      : ["two changes of one line landed"]),
    ...outside.filter((commit) => !there.has(commit)).map((commit) => `the outside commit ${commit} is lost`),
    ...reflogWrongs(ground, there),
    ...inspectContent(ground, states),
    ...fsck(ground),
  ];
}

/** None where nothing landed. */
function receiptPaths(ground: RaceGround): readonly string[] {
  const isThere = ground.git(["for-each-ref", "refs/tutti/receipts"]) !== "";
  return isThere ? ground.git(["ls-tree", "-r", "--name-only", "refs/tutti/receipts"]).trim().split("\n") : [];
}

function isKept(ground: RaceGround, store: string, commit: string): boolean {
  return ground.git(["--git-dir", store, "cat-file", "-t", commit]).trim() === "commit";
}

/** No force: each move begins where the last ended, and what it began at is below what it ended at. */
function reflogWrongs(ground: RaceGround, there: ReadonlyMap<string, number>): readonly string[] {
  const moves = readFileSync(join(ground.repository, "logs/refs/heads/main"), "utf8")
    .trim()
    .split("\n")
    .map((row) => row.split(" "));
  return moves.slice(1).flatMap(([from = "", to = ""], place) => {
    const isNext = moves[place]?.[1] === from;
    const isForward = (there.get(from) ?? -1) > (there.get(to) ?? Infinity);
    return isNext && isForward ? [] : [`main was moved from ${from} to ${to}, which is no step forward`];
  });
}

/** Everybody's line of the shared file is there in the end. */
function inspectContent(
  ground: RaceGround,
  states: ReadonlyMap<string, { readonly state: { readonly kind: string } }>,
): readonly string[] {
  const lines = ground.git(["show", "main:shared.txt"]).split("\n");
  return [...states].flatMap(([id, { state }]) =>
    id.endsWith("-2") && state.kind === "landed" && !lines.includes(id)
      ? [`the line of ${id} is not in the shared file`]
      : [],
  );
}

function fsck(ground: RaceGround): readonly string[] {
  try {
    ground.git(["fsck", "--full", "--no-dangling", "--no-progress"]);
    return [];
  } catch (error) {
    return [String(error)];
  }
}
