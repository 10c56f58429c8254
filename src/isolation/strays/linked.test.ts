import { expect, it } from "vitest";
import { pidIn } from "./linked.ts";

it.each([
  ["claude agent (pid 123)", 123],
  ["PID: 77, since noon", 77],
  ["tool pid=9", 9],
  ["on a removable disk", null],
  ["rapid 12", null],
  ["pid 0", null],
  ["issue 4711", null],
])("the reason '%s' names process %s", (reason, pid) => {
  expect(pidIn(reason)).toBe(pid);
});
