import { TuttiError } from "../../src/base/error.ts";

/** What is wrong with a score: the code, then each problem without the file's name; empty when nothing is. */
export function faultsOf(parse: () => unknown, file: string): readonly string[] {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof TuttiError)) throw error;
    const problems = error.message.split("\n  ").slice(1);
    return [error.code, ...problems.map((line) => line.replace(`${file}:`, ""))];
  }
  return [];
}
