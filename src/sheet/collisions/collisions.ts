import type { SheetId } from "../../base/ids.ts";
import { firstFew } from "../../base/text.ts";
import type { CollisionMode } from "../../score/plan/landing-plan.ts";
import type { KnownCollision } from "../counts.ts";
import type { Carried, Collided } from "../events/event.ts";
import type { Running, SheetState } from "../state.ts";

/** Work of a sheet that collides with that of another; `right`: `null`: with what landed. */
export interface FoundCollision {
  readonly left: SheetId;
  readonly right: SheetId | null;
  /** As people read them. */
  readonly paths: readonly string[];
}

interface Looking {
  readonly mode: CollisionMode;
  readonly state: (sheet: SheetId) => SheetState;
  /** The task of a sheet. */
  readonly asked: (sheet: SheetId) => string;
}

export interface CollisionNews {
  readonly sheet: SheetId;
  readonly event: Omit<Collided, "at">;
}

/** The collisions to record: each sheet that runs hears of another once. Of two that run, the later one waits. */
export function collisionNews(
  found: readonly FoundCollision[],
  { mode, state, asked }: Looking,
): readonly CollisionNews[] {
  const stopped = new Set<SheetId>();
  return found.flatMap(({ left, right, paths }): readonly CollisionNews[] => {
    if (right === null) return newsFor({ sheet: left, other: null, paths }, { mode: told(mode), state, asked });
    const [first, second] = inOrder(left, right, state);
    const isLaterAtWork = state(second).kind === "running";
    const collision = isLaterAtWork ? { sheet: second, other: first, paths } : { sheet: first, other: second, paths };
    if (mode !== "wait")
      return [
        { sheet: second, other: first, paths },
        { sheet: first, other: second, paths },
      ].flatMap((one) => newsFor(one, { mode, state, asked }));
    // One that stops anyway is waited for by no other.
    if (stopped.has(first) || stopped.has(second) || isBehind(state(first)) || isBehind(state(second))) return [];
    const news = newsFor(collision, { mode, state, asked });
    for (const { sheet } of news) stopped.add(sheet);
    return news;
  });
}

function told(mode: CollisionMode): CollisionMode {
  return mode === "wait" ? "tell" : mode;
}

function isBehind(state: SheetState): boolean {
  return "behind" in state;
}

/** A result, or what started first, goes first. */
function inOrder(one: SheetId, other: SheetId, state: Looking["state"]): readonly [SheetId, SheetId] {
  const since = (sheet: SheetId): number => {
    const its = state(sheet);
    return its.kind === "running" ? its.startedAt : its.kind === "waiting" ? Infinity : -Infinity;
  };
  return since(other) < since(one) ? [other, one] : [one, other];
}

function newsFor(
  {
    sheet,
    other,
    paths,
  }: { readonly sheet: SheetId; readonly other: SheetId | null; readonly paths: readonly string[] },
  { mode, state, asked }: Looking,
): readonly CollisionNews[] {
  const its = state(sheet);
  if (its.kind !== "running" || !its.lands || isKnown(its.counts.collisions ?? [], other, paths)) return [];
  // One that waits itself may start right away: waiting for it would only turn the order around.
  const mayWait = mode === "wait" && other !== null && state(other).kind !== "waiting" && isUnderWay(state(other));
  const how = mode === "show" ? "shown" : mayWait ? "waits" : "told";
  const text =
    how === "told" ? toldText({ other, paths, asked }) : how === "waits" ? waitedText(other, paths) : undefined;
  return [{ sheet, event: { kind: "collided", with: other, paths, how, ...(text === undefined ? {} : { text }) } }];
}

/** With a sheet: once. With what landed: again where it meets other files. */
function isKnown(known: readonly KnownCollision[], other: SheetId | null, paths: readonly string[]): boolean {
  const seen = known.filter((one) => one.with === other);
  return other === null ? paths.every((path) => seen.some((one) => one.paths.includes(path))) : seen.length > 0;
}

/** Whether a sheet that waits for this one waits on: it runs, may run again, or has a result that is to land. */
export function isUnderWay(state: SheetState): boolean {
  if (state.kind === "captured") return state.isApproved;
  if (state.kind === "waiting") return state.counts.attempts > 0 && state.notBefore === null;
  return state.kind === "running" || state.kind === "landing";
}

const mostAsked = 1_500;

function toldText({
  other,
  paths,
  asked,
}: { other: SheetId | null; paths: readonly string[] } & Pick<Looking, "asked">): string {
  const where = firstFew(paths, 10);
  if (other === null)
    return `Note while you work: other work landed meanwhile and changes the same places as you do so far, in ${where}. Both will be merged: change no more there than your task needs.`;
  const prompt = asked(other).trim();
  const its = prompt.length > mostAsked ? `${prompt.slice(0, mostAsked).toWellFormed()} […]` : prompt;
  return `Note while you work: the sheet ${JSON.stringify(other)} runs at the same time and changes the same places as you do so far, in ${where}. Both results will be merged: change no more there than your task needs, and leave room for what it was asked to do:\n${its.replaceAll(/^/gm, "> ")}`;
}

function waitedText(other: SheetId | null, paths: readonly string[]): string {
  return `Your work was stopped so that the sheet ${JSON.stringify(other)} could land first: both change the same places, in ${firstFew(paths, 10)}.`;
}

const mostKept = 20;

/** The next attempt is told too, should this one be cut off before its agent has read it. */
export function afterCollided(state: Running, { with: other, paths, how, text }: Collided): Running {
  const collisions = [...(state.counts.collisions ?? []), { with: other, paths, how }].slice(-mostKept);
  return {
    ...state,
    counts: { ...state.counts, collisions },
    ...(text === undefined ? {} : { brief: joined(state.brief, text) }),
    ...(how === "waits" && other !== null ? { behind: other } : {}),
  };
}

/** For an attempt that continues on top of what landed since. */
export function carriedBrief(brief: string | null, { regions }: Carried): string {
  const rest =
    regions === 0
      ? ""
      : " Places that both changed lie between lines that begin with <<<<<<< (what landed), ======= and >>>>>>> (your earlier work): resolve each so that both do what they were made for, and remove these lines.";
  return joined(brief, `The files in front of you contain your earlier work on top of what landed since.${rest}`);
}

function joined(earlier: string | null, text: string): string {
  return earlier === null ? text : `${earlier}\n\n${text}`;
}
