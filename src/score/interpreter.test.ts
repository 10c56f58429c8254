import { expect, it } from "vitest";
import { runsItsInput } from "./interpreter.ts";

it.each([
  ["sh"],
  ["/bin/bash", "-c"],
  ["bash", "-eu", "-o", "pipefail", "-s"],
  ["env", "-i", "A=b", "zsh"],
  ["/usr/bin/env", "python3.12", "-"],
  ["python3", "-W", "error", "-c"],
  ["node", "--input-type=module", "-e"],
  ["busybox", "sh"],
])("%s … runs what it is given", (...command: string[]) => {
  expect(runsItsInput(command)).toBe(true);
});

it.each([
  ["sh", "agent.sh"],
  ["bash", "-c", "cat"],
  ["python3", "-m", "agent"],
  ["node", "agent.js"],
  ["env", "A=b", "claude"],
  ["my-sh"],
  ["claude", "-p"],
  ["env"],
])("%s … has a program of its own", (...command: string[]) => {
  expect(runsItsInput(command)).toBe(false);
});
