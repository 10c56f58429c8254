import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";

describe("resume", () => {
  it("takes a score only to rebuild a job that was lost", async () => {
    const { code, err } = await tutti("resume", "--score", "s.yaml");
    expect(code).toBe(2);
    expect(err).toContain("--score is for --infer and --reload only");
  });

  it("refuses a wrong score before anything is opened", async () => {
    const score = join(tempFolder(), "s.yaml");
    writeFileSync(score, "sheets: 3\n");
    expect((await tutti("resume", "--infer", "--score", score)).code).toBe(2);
  });
});
