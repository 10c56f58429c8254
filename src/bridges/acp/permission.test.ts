import type { PermissionOption } from "@agentclientprotocol/sdk";
import { expect, test } from "vitest";
import { answerTo, leaveFor } from "./listener.ts";

const inside = { path: "/c/a", isInside: true };
const outside = { path: "/etc/passwd", isInside: false };

test("leave is given for what stays inside, and for every command", () => {
  expect(leaveFor({ kind: "edit", places: [inside] })).toEqual({ kind: "allowed" });
  expect(leaveFor({ kind: "execute", places: [outside] })).toEqual({ kind: "allowed" });
  expect(leaveFor({ kind: "fetch", places: [] })).toEqual({ kind: "allowed" });
});

test("one path outside is enough for a no, and so is a change that names none", () => {
  for (const kind of ["read", "edit", "delete", "move", "search", "other"] as const) {
    expect(leaveFor({ kind, places: [inside, outside] })).toEqual({
      kind: "rejected",
      reason: "outside the context: /etc/passwd",
    });
  }
  for (const kind of ["edit", "delete", "move"] as const)
    expect(leaveFor({ kind, places: [] })).toMatchObject({ kind: "rejected" });
});

const option = (kind: PermissionOption["kind"]): PermissionOption => ({ optionId: `id-${kind}`, name: kind, kind });

test("of the answers that an agent offers the one that holds once is taken", () => {
  const all = [option("allow_always"), option("reject_always"), option("allow_once"), option("reject_once")];
  expect(answerTo(all, { kind: "allowed" })).toEqual({ outcome: "selected", optionId: "id-allow_once" });
  expect(answerTo(all, { kind: "rejected", reason: "" })).toEqual({ outcome: "selected", optionId: "id-reject_once" });
  expect(answerTo([option("allow_always")], { kind: "allowed" })).toEqual({
    outcome: "selected",
    optionId: "id-allow_always",
  });
});

test("where no is not offered, nothing is chosen", () => {
  expect(answerTo([option("allow_once")], { kind: "rejected", reason: "" })).toEqual({ outcome: "cancelled" });
});
