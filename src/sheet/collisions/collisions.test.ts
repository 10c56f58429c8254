import { describe, expect, it } from "vitest";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../../base/ids.ts";
import type { CollisionMode } from "../../score/plan/landing-plan.ts";
import { afterCollided, collisionNews } from "./collisions.ts";
import { noCounts } from "../counts.ts";
import { fresh, type Running, type SheetState } from "../state.ts";

const [a, b, c] = ["a", "b", "c"] as SheetId[] as [SheetId, SheetId, SheetId];
const sha = "a".repeat(40) as CommitSha;

function running(startedAt: number): Running {
  const own = { context: "x" as ContextId, base: sha, lands: true, startedAt: startedAt as EpochMs, attempt: 1 };
  return { kind: "running", ...own, counts: noCounts, continueFrom: null, brief: null, session: null, isAlive: true };
}

function newsOf(mode: CollisionMode, states: Readonly<Record<string, SheetState>>): readonly (readonly unknown[])[] {
  const found = [
    { left: a, right: b, paths: ["x.ts"] },
    { left: b, right: c, paths: ["y.ts"] },
  ].filter(({ left, right }) => left in states && right in states);
  const state = (sheet: SheetId): SheetState => states[sheet] ?? fresh;
  const asked = (sheet: SheetId): string => `do ${sheet}`;
  return collisionNews(found, { mode, state, asked }).map(({ sheet, event }) => [sheet, event.how, event.with]);
}

describe("sheets that collide while they run", () => {
  it("hear of each other once", () => {
    const states = { a: running(1), b: running(2) };
    expect(newsOf("tell", states)).toEqual([
      ["b", "told", "a"],
      ["a", "told", "b"],
    ]);
    const event = { kind: "collided", at: 3 as EpochMs, with: a, paths: ["x.ts"], how: "told", text: "note" } as const;
    const after = afterCollided(running(2), event);
    expect(after.brief).toBe("note");
    expect(newsOf("tell", { ...states, b: after })).toEqual([["a", "told", "b"]]);
  });

  it("are shown to people alone where the score wants that", () => {
    expect(newsOf("show", { a: running(1), b: running(2) })).toEqual([
      ["b", "shown", "a"],
      ["a", "shown", "b"],
    ]);
  });

  it("wait for the one that started first, and none waits for one that stops itself", () => {
    expect(newsOf("wait", { a: running(5), b: running(2) })).toEqual([["a", "waits", "b"]]);
    expect(newsOf("wait", { a: running(1), b: running(2), c: running(3) })).toEqual([["b", "waits", "a"]]);
  });

  it("are told where the other has only begun", () => {
    expect(newsOf("wait", { a: running(1), b: fresh })).toEqual([["a", "told", "b"]]);
  });
});
