import { firstFew } from "../../base/text.ts";
import { failedOf } from "../../sheet/verdict.ts";
import type { FailedSheet, Remedy } from "../remedy.ts";

/** The disk is, or was, too full to go on: what Tutti may remove by its own rules goes at once. */
export const diskFull: Remedy = {
  code: "H07",
  evidence: ({ disk, rest, failed }) => {
    const isFull = disk !== null && disk.level !== "low";
    const isStopped =
      rest.kind === "paused" && rest.cause?.kind === "broken" && /ENOSPC|no space left|disk/i.test(rest.why ?? "");
    const sheets = failed.filter(isByDisk).map(({ id }) => id);
    if (!isFull && !isStopped && sheets.length === 0) return [];
    const why = rest.kind === "paused" && isStopped ? (rest.why ?? "") : `${firstFew(sheets)} could not write`;
    return [
      {
        code: "H07",
        kind: "automatic",
        sheets,
        what: isFull ? disk.what : `the disk was full: ${why}`,
        steps: [
          "remove what the rules of clean-up let go: old contexts, build artefacts, trash",
          sheets.length === 0 ? "go on with the job" : `try ${firstFew(sheets)} once more`,
        ],
        act: { makeRoom: true, then: sheets.length === 0 ? "go-on" : "retry" },
      },
    ];
  },
};

const sign = /\bENOSPC\b|\bEDQUOT\b|no space left on device|disk quota exceeded/i;

/** By the words of the system, in a validation's output, an agent's, or git's. */
function isByDisk({ last }: FailedSheet): boolean {
  if (last === null) return false;
  const { verdict, trouble, end } = last;
  const said = [...failedOf(verdict).map(({ reason }) => reason), trouble?.detail ?? ""];
  return [...said, "detail" in end ? end.detail : ""].some((text) => sign.test(text));
}
