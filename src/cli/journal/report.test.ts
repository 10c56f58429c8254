import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { counted, fixRecord, fixSheet } from "../../../test/kit/fix-record.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeJob, submitted } from "../../../test/kit/jobs.ts";
import { begun, over } from "../../../test/kit/told.ts";
import type { SheetId } from "../../base/ids.ts";
import { openBook } from "../../conductor/book.ts";
import { saveFix } from "../../store/entry.ts";
import { openStore } from "../../store/sqlite/open.ts";

let folder = "";

/** A home without a conductor, with a job whose only sheet had nothing to land and was measured like this. */
beforeEach(async () => {
  folder = tempFolder();
  const home = join(folder, "home");
  for (const [name, value] of Object.entries({
    TUTTI_HOME: home,
    TUTTI_LOCAL: "1",
    TUTTI_CONTAINMENT: "group",
    XDG_CONFIG_HOME: folder,
  }))
    vi.stubEnv(name, value);
  const store = await openStore(home);
  const job = makeJob("mended", ["a.js"]);
  await store.journal.append([
    submitted(job),
    saveFix(job.id, fixRecord([fixSheet("a.js", 2)])),
    submitted(makeJob("other", ["a"])),
  ]);
  const book = openBook(store.journal, { job, states: new Map() });
  const verdict = {
    kind: "judged",
    results: [{ index: 0, description: "eslint", passed: true, reason: "", findings: counted({ "no-undef": 2 }) }],
  } as const;
  for (const event of [begun(1, 1), over(1, 2, { verdict, changed: false, usage: null })])
    await book.recordSheets([{ sheet: "a.js" as SheetId, event }]);
  await store.close();
});

describe("tutti report", () => {
  test("prints the table, and its exit code says whether all is fixed", async () => {
    const { code, out } = await tutti("report", "mended");
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining("2 of 2 findings fixed, in 1 of 1 file, 0 remain, 0 introduced.") as string,
    });
    expect(out).toMatch(/^✓ a\.js +2 +2 +0 +0 +scripted +1 +unknown +0(?:\.\d)? s$/m);
  });

  test.each(["json", "sarif", "markdown"])("prints as %s what --output writes to a file", async (format) => {
    const printed = await tutti("report", "mended", `--${format}`);
    const file = join(folder, "report");
    writeFileSync(file, "an earlier one");
    const written = await tutti("report", "mended", `--${format}`, "--output", file);
    expect([printed.code, written.code]).toEqual([0, 0]);
    expect(readFileSync(file, "utf8")).toBe(`${printed.out}\n`);
    expect(printed.out.length).toBeGreaterThan(100);
    expect(written.out).toContain("2 of 2 findings fixed");
  });

  test("writes through a link instead of putting a file in its place", async () => {
    symlinkSync(join(folder, "real"), join(folder, "link"));
    await tutti("report", "mended", "--output", join(folder, "link"));
    expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, "real"), "utf8"))).toMatchObject({ exitCode: 0 });
  });

  test.each([
    [["report", "mended", "--json", "--sarif"], /--json.*--sarif|--sarif.*--json/],
    [["report"], /job/],
    [["report", "other"], /not made by tutti fix/],
    [["report", "nobody"], /no job nobody/],
  ])("refuses %j by name", async (args, why) => {
    const { code, out, err } = await tutti(...args);
    expect(code).not.toBe(0);
    expect(`${out}${err}`).toMatch(why);
    expect(existsSync(join(folder, "report"))).toBe(false);
  });
});
