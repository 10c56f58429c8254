import { execFileSync, spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { findProgram } from "../program.ts";
import type { Argv } from "../tree/containment.ts";
import { type Step, confineBy } from "./steps.ts";

const perl = findProgram("perl", "/usr/bin:/bin", "/");
const isHere = perl.kind === "found" && process.platform === "linux";

function confined(steps: readonly Step[], argv: Argv): Argv {
  return confineBy(perl.kind === "found" ? perl.file : "perl", steps, argv);
}

it.skipIf(!isHere)("a plan gives a program its own variables, and leaves it no descriptor but the usual three", () => {
  const [program, ...args] = confined(
    [["variables", "LD_AUDIT=", "MINE=a b%41\tc\nd"], ["close"]],
    ["/bin/sh", "-c", 'printf %s "$MINE"; ls /proc/self/fd | wc -l'],
  );
  const shell = `exec 7</etc/passwd 200</dev/null; exec "$@"`;
  const said = execFileSync("/bin/bash", ["-c", shell, "x", program, ...args], { encoding: "utf8" });
  // `ls` opens the folder that it lists.
  expect(said).toBe("a b%41\tc\nd4\n");
});

it.skipIf(!isHere)("a program whose plan fails is not started", () => {
  const [program, ...args] = confined([["files", "scopes", "r/", "w/no/such/folder"]], ["/bin/echo", "ran"]);
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 125, stdout: "" });
  expect(stderr).toContain("/no/such/folder: No such file or directory");
});
