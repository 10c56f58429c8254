import { existsSync } from "node:fs";
import { writeReport } from "./report.ts";
import { bringAbout } from "./state.ts";

/** An agent: brings its context into the state of a seed, reports it to the judge, and ends as it was told. */
const [part = "", seed = "", report = "", end = ""] = process.argv.slice(2);
if (existsSync(report)) {
  // It was here before, and its work is under judgement: nothing is added.
  process.exitCode = 0;
} else {
  writeReport(report, bringAbout(process.cwd(), part, Number(seed)));
  if (end === "wait") setInterval(() => undefined, 1_000_000);
  else process.exitCode = end === "fail" ? 3 : 0;
}
