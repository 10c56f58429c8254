import { expect, it } from "vitest";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import type { VerifiedLanding } from "../../api/contract/landing.ts";
import { verifyLines } from "./verify.ts";

const plain = { red: (text: string) => text, green: (text: string) => text, yellow: (text: string) => text };

function landing(sheet: string, more: Partial<VerifiedLanding> = {}): VerifiedLanding {
  const commit = sheet.repeat(40).slice(0, 40);
  return {
    job: "j",
    sheet,
    commit,
    commits: [commit],
    level: "validated-as-landed",
    outcome: "proven",
    problems: [],
    absent: [],
    ...more,
  };
}

it("ends with how many landings there are of each level, the best first", () => {
  const landings = [
    landing("a", { level: "unvalidated" }),
    landing("b"),
    landing("c", { level: "merged-not-revalidated", absent: ["receipt", "capture"], outcome: "claimed" }),
    landing("d", { absent: ["signature"] }),
    landing("e", { problems: ["is not signed"], outcome: "doubted" }),
    landing("f", {
      level: "su\u001bper",
      problems: ["says that it was validated in a way that there is not"],
      outcome: "doubted",
    }),
  ];
  const missing = [{ job: "j", sheet: "gone", commit: "0".repeat(40) }];
  expect(verifyLines(plain, { landings, missing, ends: [] })).toEqual([
    "✓ aaaaaaaaaa  a  unvalidated",
    "✓ bbbbbbbbbb  b  validated-as-landed",
    "? cccccccccc  c  merged-not-revalidated",
    "✓ dddddddddd  d  validated-as-landed",
    "✗ eeeeeeeeee  e  validated-as-landed",
    "✗ ffffffffff  f  su\\u001bper",
    "  eeeeeeeeee is not signed",
    "  ffffffffff says that it was validated in a way that there is not",
    "✗ gone of j is recorded as landed (0000000000), but its branch does not have that commit: amended, rebased or reset?",
    "6 landings: 3 proven to be exactly what their sheets changed, 1 by their trailers only (receipt missing), 2 do not hold, 1 with a signature that git has no key for, 1 recorded as landed but not there",
    "  validated as landed: 3, 1 of them do not hold",
    "  merged, not validated again: 1",
    "  not validated (nothing was asked for before landing): 1",
    "  su\\u001bper: 1, 1 of them do not hold",
  ]);
});

it("claims no more than was looked at", () => {
  const lines = (...landings: readonly VerifiedLanding[]): string | undefined =>
    verifyLines(plain, { landings, missing: [], ends: [] }).at(-2);
  expect(lines(landing("a"))).toBe("1 landing: 1 proven to be exactly what its sheet changed");
  expect(lines(landing("a"), landing("b", { absent: ["capture"] }))).toBe("2 landings: 2 proven");
  expect(lines(landing("a"), landing("b", { absent: ["capture"], outcome: "consistent" }))).toBe(
    "2 landings: 1 proven to be exactly what its sheet changed, 1 with a receipt that fits, and no capture in this home: not proven here",
  );
});

it("says what holds of a landing in part, and which commit took a landing out", () => {
  const undone = { by: "9".repeat(40), isSaid: false, isRemoval: false, paths: ["1", "2", "3", "4"], of: 5 };
  const landings = [
    landing("a", { level: "partial", holds: { passed: 1, of: 2, fixed: 3, remaining: 2 } }),
    landing("b", { undone }),
    landing("c", { undone: { ...undone, isSaid: true, paths: ["1"], of: 1 } }),
    landing("d", { undone: { ...undone, by: null, isRemoval: true, paths: ["1"], of: 2 } }),
  ];
  expect(
    verifyLines(plain, {
      landings,
      missing: [{ job: "j", sheet: "e", commit: "0".repeat(40), isThere: true }],
      ends: [],
    }),
  ).toEqual([
    "✓ aaaaaaaaaa  a  partial (1 of 2 validations passed, 3 of 5 findings fixed)",
    "✗ bbbbbbbbbb  b  validated-as-landed",
    "✓ cccccccccc  c  validated-as-landed",
    "✓ dddddddddd  d  validated-as-landed",
    "✗ b (bbbbbbbbbb) is no longer on its branch, 4 of 5 files back to what it was before: 1, 2, 3 and 1 more; by 9999999999",
    "! c (cccccccccc) is no longer on its branch, 1 of 1 file back to what it was before: 1; by 9999999999, which says so",
    "! d (dddddddddd) is no longer on its branch, 1 of 2 files deleted since: 1; by a commit that can't be told any more",
    "✗ e of j is recorded as landed (0000000000), but that commit is no landing of it: the record was changed",
    "4 landings: 4 proven to be exactly what their sheets changed, 1 undone since by a commit that does not say so, 1 recorded as landed but not there",
    "  validated as landed: 3",
    "  in part (some of what was asked does not pass; the receipt says what holds): 1",
  ]);
});

it("says how many promises held at a job's end, and which of these receipts do not hold", () => {
  const promises = {
    kind: "asked",
    target: "refs/heads/main",
    commit: "abc1234".repeat(6).slice(0, 40) as CommitSha,
    promised: 2,
    kept: 1,
    unasked: 0,
    lost: [{ sheet: "a", how: "broken", by: null, reason: "" }],
  } as const;
  const end = { job: "j", outcome: "proven", problems: [], promises, at: 0 as EpochMs } as const;
  const lines = verifyLines(plain, {
    landings: [],
    missing: [],
    ends: [end, { ...end, outcome: "doubted", promises: null, problems: ["its receipt is damaged"] }],
  });
  expect(lines).toEqual([
    "✓ end of j: 1 of 2 promises hold on main (abc1234), 1 broken",
    "✗ end of j",
    "  end of j: its receipt is damaged",
    "0 landings: 0 proven, 1 receipt of jobs' ends does not hold",
  ]);
});
