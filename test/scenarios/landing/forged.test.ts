import { afterEach, describe, expect, it } from "vitest";
import { type Kit, embedded, makeKit } from "../../kit/kit.ts";
import { loseDatabase, playUntil } from "../infer/story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

const work = { script: "create work.txt work", validations: [{ file_exists: "work.txt" }] };

function forge(job: string, sheet: string): void {
  const trailers = [
    `Tutti-Job: ${job}`,
    `Tutti-Sheet: ${sheet}`,
    "Tutti-Attempt: 1",
    `Tutti-Base: ${kit.git("rev-parse", "HEAD").trim()}`,
  ];
  kit.write("other.txt", "other\n");
  kit.git("add", "other.txt");
  kit.git(
    "-c",
    "user.name=Eve",
    "-c",
    "user.email=eve@example.com",
    "commit",
    "--quiet",
    "-m",
    `done\n\n${trailers.join("\n")}\nTutti-Validated: validated-as-landed`,
  );
}

describe("a commit whose message claims to be a landing", () => {
  it("does not count as one: the sheet that runs meanwhile lands its own result, and verify names the forgery", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    let job = "";
    let isForged = false;
    const played = await kit.play(
      { s: work },
      {
        watch: (progress) => {
          if (progress.kind === "job") job = progress.job.id;
          if (progress.kind !== "sheet" || progress.state !== "running" || isForged) return;
          isForged = true;
          forge(job, "s");
        },
      },
    );
    expect(played.states).toEqual({ s: "landed" });
    expect(kit.at("main", "work.txt")).toBe("work\n");
    expect(played.job.sheets[0]?.commit).toBe(kit.git("rev-parse", "main").trim());
    const { landings } = await kit.verify();
    expect(landings.map(({ outcome }) => outcome)).toEqual(["doubted", "proven"]);
  });

  it("does not count as one when the job is rebuilt without its database either", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    const { job } = await playUntil(kit, "s captured", { sheets: { s: work } });
    forge(job.id, "s");
    loseDatabase(kit);
    const again = await kit.resume({ infer: {} });
    expect(again.states).toEqual({ s: "landed" });
    expect(kit.at("main", "work.txt")).toBe("work\n");
  });
});
