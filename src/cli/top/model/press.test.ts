import { expect, it, test } from "vitest";
import type { JobSummary } from "../../../api/contract/job.ts";
import type { JobId } from "../../../base/ids.ts";
import type { BoardView } from "./board.ts";
import { keysIn } from "./keys.ts";
import { type Pressed, press } from "./press.ts";
import { firstState, type ScreenState } from "./screen-state.ts";

const job = "j" as JobId;
const board = {
  jobs: [{ id: job }, { id: "k" as JobId }] as unknown as readonly JobSummary[],
  sheets: () => ["a", "b", "c"],
} as unknown as BoardView;
const began: ScreenState = { ...firstState, job, sheet: "a" };

function pressed(text: string, state: ScreenState = began): Pressed {
  let last: Pressed = { state };
  for (const key of keysIn(text)) last = press(last.state, key, { board, paneRows: 10 });
  return last;
}

it("keys are read out of what a terminal sends, also several at once", () => {
  expect(keysIn("j\u001b[A\u001b[6~\u001bOB\u001bé\r\u0003")).toEqual([
    "j",
    "up",
    "page-down",
    "down",
    "escape",
    "é",
    "enter",
    "ctrl-c",
  ]);
  expect(keysIn("\u001b[200~\u0007\u202e")).toEqual([]);
});

it("moves among sheets, among jobs and in the lower part, and never beyond their ends", () => {
  expect(pressed("jj").state.sheet).toBe("c");
  expect(pressed("jjjjk").state.sheet).toBe("b");
  expect(pressed("G").state.sheet).toBe("c");
  expect(pressed("\u001b[Zj").state).toMatchObject({ focus: "jobs", job: "k", sheet: null });
  expect(pressed("\tkk").state).toMatchObject({ focus: "pane", scroll: 2 });
  expect(pressed("\tkkjjjj").state.scroll).toBe(0);
  expect(pressed("d\tjj").state).toMatchObject({ pane: "diff", scroll: 2 });
  expect(pressed("\u001b[5~").state).toMatchObject({ focus: "sheets", scroll: 9 });
});

test.each([
  ["p", { kind: "pause", job }],
  ["r", { kind: "resume", job }],
  ["T", { kind: "retry-job", job }],
  ["t", { kind: "retry", job, sheet: "a" }],
  ["xy", { kind: "cancel", job, sheet: "a" }],
  ["Xy", { kind: "cancel-job", job }],
  ["ay", { kind: "approve", job, sheet: "a" }],
  ["e", { kind: "edit", job, sheet: "a" }],
  ["s", { kind: "shell", job, sheet: "a" }],
  ["bdo it q\u007fagain\r", { kind: "tell", job, sheet: "a", text: "do it again" }],
  ["q", { kind: "quit" }],
  ["bx\u0003", { kind: "quit" }],
  ["\u001a", { kind: "suspend" }],
])("the keys %j ask for %o", (keys, act) => {
  expect(pressed(keys).act).toEqual(act);
});

it("nothing is cancelled or approved by one key, and nothing empty is told", () => {
  for (const keys of ["x", "xn", "x\r", "X\u001b", "a ", "b\r", "b  \r", "bwords\u001b"])
    expect(pressed(keys).act).toBeUndefined();
});

it("a key that ends the help or a frozen screen is no command", () => {
  expect(pressed("?q")).toEqual({ state: began });
  expect(pressed("zq")).toEqual({ state: began });
});
