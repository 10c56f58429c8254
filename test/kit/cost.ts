import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach } from "vitest";

// With TUTTI_TEST_COST=FILE each test and each file adds a line to it: milliseconds of processor time, file, test. See
// docs/proofs.md.
const place = process.env["TUTTI_TEST_COST"];

const groups = "/sys/fs/cgroup/cpuacct";

/** Of this process and all that it starts, in milliseconds. */
function meter(): () => number {
  const own = join(groups, `tutti-tests-${process.pid}`);
  try {
    if (!existsSync(own)) {
      mkdirSync(own);
      writeFileSync(join(own, "cgroup.procs"), String(process.pid));
    }
    return () => Number(readFileSync(join(own, "cpuacct.usage"), "utf8")) / 1e6;
  } catch {
    return ofReaped;
  }
}

/** Without a control group: what was started and has not ended yet, or belongs to the system, is not counted. */
function ofReaped(): number {
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
  return ticks * 10;
}

if (place !== undefined) {
  const used = meter();
  const begun = used();
  let [sinceTest, file] = [begun, ""];
  const tell = (from: number, name: string): void =>
    appendFileSync(place, `${String(Math.round(used() - from)).padStart(7)}\t${file}\t${name}\n`);
  beforeEach(({ task }) => {
    [sinceTest, file] = [used(), task.file.name];
  });
  afterEach(({ task }) => tell(sinceTest, task.fullTestName));
  afterAll(() => tell(begun, "(file)"));
}
