import { noCounts } from "../counts.ts";
import { describe, expect, it } from "vitest";
import type { CommitSha, ContextId, EpochMs } from "../../base/ids.ts";
import { isKept, releaseOf } from "./release.ts";
import { fresh } from "../state.ts";
import type { SheetState } from "../state.ts";

const context = "ctx" as ContextId;
const sha = "a".repeat(40) as CommitSha;
const over = { attempt: 4, context, session: null, counts: { ...noCounts, attempts: 4 } };
const work = { ...over, base: sha, capture: sha, verdict: { kind: "unvalidated" } } as const;
const released = (after: string): unknown => ({ context, after });

describe("the context that a state no longer needs", () => {
  it.each<[SheetState, unknown]>([
    [fresh, null],
    [{ ...fresh, context: { id: context, reuse: false } }, released("replaced")],
    // The next attempt works in it: taking it away would cost what was done there.
    [{ ...fresh, context: { id: context, reuse: true } }, null],
    [
      {
        kind: "running",
        ...over,
        base: sha,
        lands: true,
        startedAt: 0 as EpochMs,
        continueFrom: null,
        brief: null,
        isAlive: true,
      },
      null,
    ],
    [{ kind: "captured", ...work, isApproved: true }, null],
    [{ kind: "landing", ...work, commit: sha, parent: sha, target: "refs/heads/main", level: "unvalidated" }, null],
    [{ kind: "landed", ...over, commit: sha, level: "unvalidated" }, released("success")],
    [{ kind: "done", ...over, inPlace: false }, released("success")],
    [{ kind: "done", ...over, context: null, inPlace: true }, null],
    [{ kind: "failed", ...over, reason: { kind: "interruptions" }, kept: sha }, released("failure")],
    [{ kind: "failed", ...over, context: null, reason: { kind: "interruptions" }, kept: null }, null],
    [{ kind: "cancelled", ...over, kept: sha }, released("failure")],
    [{ kind: "cancelled", ...over, attempt: 0, context: null, kept: null }, null],
    [{ kind: "skipped", why: "", context }, released("success")],
    [{ kind: "skipped", why: "", context: null }, null],
  ])("follows from the state: $kind", (state, expected) => {
    expect(releaseOf(state)).toEqual(expected);
  });
});

describe("a released context", () => {
  it.each([
    [true, true, { success: false, failure: false }],
    [true, false, { success: false, failure: true }],
    [false, true, { success: true, failure: false }],
    [false, false, { success: true, failure: true }],
  ])(
    "stays where the score does not clean up (on success: %s, on failure: %s)",
    (cleanupOnSuccess, cleanupOnFailure, kept) => {
      const isolation = { cleanupOnSuccess, cleanupOnFailure };
      expect({ success: isKept(isolation, "success"), failure: isKept(isolation, "failure") }).toEqual(kept);
      // A sheet that goes on elsewhere would leave one behind for each of its attempts.
      expect(isKept(isolation, "replaced")).toBe(false);
    },
  );
});
