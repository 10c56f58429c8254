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

  it("refuses a score that can't be read before anything is opened", async () => {
    expect((await tutti("resume", "--infer", "--score", join(tempFolder(), "s.yaml"))).code).toBe(2);
  });
});
