import { describe, expect, it } from "vitest";
import { onlyCopies, type StrayLink, type StrayLock, verdictOf, workWords } from "./stray.ts";

const lockedBy = (owner: StrayLock["owner"]): StrayLock => ({ reason: "agent", pid: 7, owner });

describe("a stray", () => {
  it.each<{
    what: string;
    link: StrayLink;
    lock?: StrayLock;
    users?: readonly number[] | null;
    isForced?: true;
    kind: "adopt" | "stay";
  }>([
    { what: "without a process in it and without a lock", link: "whole", kind: "adopt" },
    { what: "that was moved", link: "moved", kind: "adopt" },
    { what: "whose folder is gone", link: "gone", kind: "adopt" },
    { what: "whose locker is dead", link: "whole", lock: lockedBy("dead"), kind: "adopt" },
    { what: "whose locker lives", link: "whole", lock: lockedBy("alive"), kind: "stay" },
    { what: "locked by an unknown process", link: "gone", lock: lockedBy("unknown"), kind: "stay" },
    { what: "locked, and forced", link: "whole", lock: lockedBy("alive"), isForced: true, kind: "adopt" },
    { what: "with a process in it, though forced", link: "whole", users: [7], isForced: true, kind: "stay" },
    { what: "with unknown processes in it", link: "whole", users: null, kind: "stay" },
    { what: "with unknown processes in it, forced", link: "whole", users: null, isForced: true, kind: "adopt" },
    { what: "in whose place something else lies, though forced", link: "replaced", isForced: true, kind: "stay" },
    { what: "whose place can't be seen, though forced", link: "unseen", isForced: true, kind: "stay" },
  ])("$what: $kind", ({ link, lock, users, isForced, kind }) => {
    expect(
      verdictOf({ link, lock: lock ?? null }, { users: users === undefined ? [] : users, isForced: isForced === true })
        .kind,
    ).toBe(kind);
  });

  it("may go only without unique content: of the files left out, only ignored files are waste", () => {
    const ignored = { path: "x.log", reason: "ignored", bytes: null } as const;
    expect(onlyCopies([ignored], [])).toEqual([]);
    expect(onlyCopies([ignored, { path: "big", reason: "too large", bytes: 1 }], ["a submodule"])).toEqual([
      "a submodule",
      "big: too large",
    ]);
  });

  it("is worked in by one process or by several", () => {
    expect(workWords([7])).toBe("process 7 works in it");
    expect(workWords([7, 8])).toBe("processes 7, 8 work in it");
    expect(workWords([1, 2, 3, 4, 5])).toBe("processes 1, 2, 3 and 2 more work in it");
  });
});
