import { readFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../src/base/error.ts";
import { readScore } from "../../src/score/load.ts";
import { type Golden, differences } from "./compare.ts";

/**
 * `npm run conformance -- <folder> <golden.json>`: do the scores of a folder become what the original makes of them?
 */
function main(args: readonly string[]): number {
  const [folder, goldenPath] = args;
  if (folder === undefined || goldenPath === undefined || args.length > 2) {
    console.error("usage: npm run conformance -- <folder of scores> <golden.json>");
    return 2;
  }
  const golden = JSON.parse(readFileSync(goldenPath, "utf8")) as Readonly<Record<string, Golden>>;
  let same = 0;
  let sheets = 0;
  for (const [name, expected] of Object.entries(golden)) {
    const found = compared(join(folder, name), expected);
    same += found.length === 0 ? 1 : 0;
    sheets += expected.total_sheets;
    console.log(
      `${found.length === 0 ? "same     " : "different"}  ${name}  (${String(expected.total_sheets)} sheets)`,
    );
    for (const difference of found.slice(0, 20)) console.log(`             ${difference}`);
    if (found.length > 20) console.log(`             and ${String(found.length - 20)} more`);
  }
  const total = Object.keys(golden).length;
  console.log(`${String(same)} of ${String(total)} scores are the same (${String(sheets)} sheets)`);
  return same === total && total > 0 ? 0 : 1;
}

function compared(path: string, expected: Golden): readonly string[] {
  try {
    return differences(readScore(path).plan, expected);
  } catch (error) {
    return [messageOf(error)];
  }
}

process.exitCode = main(process.argv.slice(2));
