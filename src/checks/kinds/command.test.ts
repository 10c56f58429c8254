import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import {
  inContext,
  inWorkspace,
  makeCheckPlace,
  parts,
  reasonOf,
  resultOf,
  rule,
  shellCommand,
} from "../../../test/kit/check-place.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import type { ConcreteCommand } from "../../score/plan/command.ts";
import type { ConcreteCheck } from "../../score/plan/rule.ts";
import { resultsOf } from "../../sheet/verdict.ts";
import type { CheckPlace } from "../place.ts";
import { runValidations } from "../validate.ts";

let place: CheckPlace;
beforeAll(() => {
  place = makeCheckPlace();
  writeFiles(dirname(place.folder), { "outside/x": "" });
  writeFiles(place.folder, { "a.txt": "", "sub/b.txt": "", out: { link: "../outside" }, into: { link: "sub" } });
  writeFiles(place.workspace, { "w.txt": "" });
});

const succeeds = (line: string, more: Partial<ConcreteCommand> = {}): ConcreteCheck => ({
  kind: "command_succeeds",
  command: shellCommand(line, more),
});

it("a command passes when it exits 0, in the context, with the environment it was given and no other", async () => {
  expect(await reasonOf(succeeds('test -f a.txt && test "$TUTTI_SHEET" = s && test -z "$HOME"'), place)).toBe("");
});

it("a command's own values come on top of the sheet's environment, and never become part of its text", async () => {
  const env = { TUTTI_SHEET: "mine", VALUE: "$(touch pwned); `touch pwned`; '\"" };
  expect(
    await reasonOf(
      succeeds('test "$TUTTI_SHEET" = mine && test "$VALUE" = "$(printenv VALUE)" && test ! -e pwned', { env }),
      place,
    ),
  ).toBe("");
});

it.each([
  [inContext("sub"), "test -f b.txt"],
  [inContext("into"), "test -f b.txt"],
  [inWorkspace("."), "test -f w.txt"],
])("a command runs in its folder: %j", async (cwd, line) => {
  expect(await reasonOf(succeeds(line, { cwd }), place)).toBe("");
});

it.each([
  [inContext("missing"), "missing does not exist in the context"],
  [inContext("out"), "out does not exist in the context"],
  [inContext("../outside"), "../outside does not exist in the context"],
  [inContext("sub\0"), "sub\0 does not exist in the context"],
  [inWorkspace("sub"), "sub does not exist in the workspace"],
  [inContext("a.txt"), "a.txt is not a folder to run a command in"],
])("a command is not run where it has no folder: %j", async (cwd, reason) => {
  expect(await reasonOf(succeeds("true", { cwd }), place)).toBe(reason);
});

it("a command that fails says which, with what code, and the end of what it printed on both streams", async () => {
  expect(await reasonOf(succeeds("exit 3"), place)).toBe("exit 3 exited 3");
  expect(await reasonOf(succeeds("x", { argv: ["sh", "-c", "echo out; echo err >&2; exit 1"] }), place)).toBe(
    "x exited 1: err\nout\nerr",
  );
  const noisy = "yes noise | head -n 400000; echo 'FAIL: the reason'; yes warning | head -n 1000 >&2; exit 1";
  const reason = await reasonOf(succeeds(noisy), place);
  expect(reason).toContain("FAIL: the reason");
  expect(reason).toMatch(/exited 1: FAIL: the reason\nnoise\nnoise\n…\n(?:noise\n){4}FAIL: the reason\nwarning\n/);
  expect(reason.length).toBeLessThan(1500);
});

it("all that a command prints is kept without secrets, and named where it fails", async () => {
  const secret = `ghp_${"Ab1".repeat(12)}`;
  const { log } = await resultOf(rule(succeeds(`seq 1 2000; echo ${secret} >&2; exit 1`)), place);
  const kept = readFileSync(log ?? "", "utf8");
  expect(kept).toContain("\n1000\n");
  expect(kept).not.toContain(secret);
  expect(await resultOf(rule(succeeds("echo fine")), place)).not.toHaveProperty("log");
});

it("a command fails when it is ended by a signal, takes too long, is cancelled or can't be started", async () => {
  expect(await reasonOf(succeeds("kill -TERM $$"), place)).toBe("kill -TERM $$ was ended by SIGTERM");
  const slow = rule(succeeds("echo working; sleep 60"), { timeoutMs: 300 });
  expect(await resultOf(slow, place)).toMatchObject({
    reason: expect.stringMatching(/did not end within 0.3 s: working$/) as string,
  });
  const controller = new AbortController();
  const cancelling: typeof parts.run = (request) => {
    setImmediate(() => controller.abort());
    return parts.run(request);
  };
  const verdict = await runValidations({ ...parts, run: cancelling }, [rule(succeeds("sleep 60"))], {
    ...place,
    cancel: controller.signal,
  });
  expect(resultsOf(verdict)[0]?.reason).toBe("sleep 60 was cancelled");
  expect(await reasonOf(succeeds("x", { argv: ["no-such-program"] }), place)).toMatch(
    /^x could not be started: .*no-such-program/,
  );
  expect(await reasonOf(succeeds("true"), { ...place, folder: join(place.folder, "gone") })).toBe(
    "the context does not exist",
  );
});
