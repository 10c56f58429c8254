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
  ["rbash"],
  ["tcsh", "-c"],
  ["ksh93"],
  ["timeout", "20", "sh"],
  ["timeout", "-k", "5", "20", "python3", "-"],
  ["nice", "-n", "5", "bash"],
  ["xargs", "-0", "sh", "-c"],
  ["xargs", "sh", "-c"],
  ["sudo", "-u", "me", "env", "A=b", "/bin/sh"],
  ["stdbuf", "-oL", "nohup", "node", "-e"],
  ["env", "-u", "A", "bash"],
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
  ["timeout", "20", "claude", "-p"],
  ["timeout", "20", "sh", "agent.sh"],
  ["nice", "-n", "5", "bash", "-c", "cat"],
  ["sudo", "-u", "me", "claude", "-p"],
  ["xargs", "-0", "claude"],
])("%s … has a program of its own", (...command: string[]) => {
  expect(runsItsInput(command)).toBe(false);
});
