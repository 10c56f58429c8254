import { expect, it } from "vitest";
import type { VerifiedLanding } from "../../api/verify.ts";
import { verifyLines } from "./verify.ts";

const plain = { red: (text: string) => text, green: (text: string) => text, yellow: (text: string) => text };

function landing(sheet: string, more: Partial<VerifiedLanding> = {}): VerifiedLanding {
  const commit = sheet.repeat(40).slice(0, 40);
  return { job: "j", sheet, commit, commits: [commit], level: "validated-as-landed", problems: [], absent: [], ...more };
}

it("ends with how many landings there are of each level, the best first", () => {
  const landings = [
    landing("a", { level: "unvalidated" }),
    landing("b"),
    landing("c", { level: "merged-not-revalidated", absent: ["receipt", "capture"] }),
    landing("d", { absent: ["signature"] }),
    landing("e", { problems: ["is not signed"] }),
    landing("f", { level: "su\u001bper", problems: ["says that it was validated in a way that there is not"] }),
  ];
  const missing = [{ job: "j", sheet: "gone", commit: "0".repeat(40) }];
  expect(verifyLines(plain, { landings, missing })).toEqual([
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
  const lines = (...landings: readonly VerifiedLanding[]): string | undefined => verifyLines(plain, { landings, missing: [] }).at(-2);
  expect(lines(landing("a"))).toBe("1 landing: 1 proven to be exactly what its sheet changed");
  expect(lines(landing("a"), landing("b", { absent: ["capture"] }))).toBe("2 landings: 2 proven");
});
