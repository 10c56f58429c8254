import type { Remedy } from "../remedy.ts";

/** The disk is too full to go on: what Tutti may remove by its own rules goes at once. */
export const diskFull: Remedy = {
  code: "H07",
  evidence: ({ disk, rest }) => {
    const isFull = disk !== null && disk.level !== "low";
    const isStopped =
      rest.kind === "paused" && rest.cause?.kind === "broken" && /ENOSPC|no space left|disk/i.test(rest.why ?? "");
    if (!isFull && !isStopped) return [];
    return [
      {
        code: "H07",
        kind: "automatic",
        sheets: [],
        what: disk === null ? `the disk was full: ${rest.kind === "paused" ? (rest.why ?? "") : ""}` : disk.what,
        steps: ["remove what the rules of clean-up let go: old contexts, build artefacts, trash", "go on with the job"],
        act: { makeRoom: true, then: "go-on" },
      },
    ];
  },
};
