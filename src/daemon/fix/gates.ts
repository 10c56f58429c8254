import type { FixOptions } from "../../intake/fix/options.ts";
import type { WrittenGate } from "../../score/schema/gate.ts";
import type { DetectedTests } from "../../tools/test-command.ts";

/** What merged results have to pass: the command that was named, else the tests that the project has. */
export function gatesFrom(
  options: FixOptions,
  tests: readonly DetectedTests[],
  borrow: readonly string[],
): readonly WrittenGate[] {
  if (options.inPlace || options.tests === "none") return [];
  const common = { files: [], borrow: [...borrow] };
  const { testCommand: named } = options;
  if (named !== null) {
    const quick = named.quick === null ? {} : { quick: named.quick };
    const timeout = named.timeoutMs === null ? {} : { timeout: named.timeoutMs };
    return [{ name: "tests", run: named.run, ...quick, ...timeout, ...common }];
  }
  return tests.flatMap((found): readonly WrittenGate[] => {
    if (found.kind === "unusable") return [];
    const quick = found.quick === null ? {} : { quick: words(found.quick) };
    return [{ name: found.name, run: words(found.command), ...quick, ...common }];
  });
}

function words([program, ...args]: readonly [string, ...string[]]): [string, ...string[]] {
  return [program, ...args];
}
