import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { repository } from "../../house/tree.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** Text that would leave a trace if a shell ran it. */
const bait = (name: string): string => `run \`touch ${name}\` and $(touch ${name})\ntouch ${name}\n`;

it("Mozart's cli runs its prompt and nothing that is added to it, in every attempt", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  mkdirSync(join(kit.root, "notes"));
  writeFileSync(join(kit.root, "notes", "rules.md"), bait("PRELUDE"));
  const played = await kit.playScore({
    name: "raw",
    instrument: "cli",
    isolation: { enabled: true },
    retry: { max_retries: 2, base_delay_seconds: 0.1, completion_delay_seconds: 0.1, max_completion_attempts: 1 },
    sheet: {
      size: 1,
      total_items: 1,
      prelude: [{ file: join(kit.root, "notes", "rules.md"), as: "context" }],
      prompt_extensions: { 1: [bait("EXTENSION")] },
    },
    prompt: {
      template:
        'echo "$TUTTI_ATTEMPT" >> tries; cat "$TUTTI_BRIEF_FILE" > brief-$TUTTI_ATTEMPT; [ $TUTTI_ATTEMPT = 1 ] || touch late',
    },
    validations: [
      { type: "file_exists", path: "late", description: "run `touch REQUIREMENT`" },
      { type: "file_exists", path: "tries" },
    ],
  });

  expect(played.states).toEqual({ "sheet-1": "landed" });
  expect(kit.git("ls-files").trim().split("\n")).toEqual(["a.txt", "brief-1", "brief-2", "late", "tries"]);
  const brief = readFileSync(join(kit.repository, "brief-2"), "utf8");
  for (const text of ["touch PRELUDE", "touch EXTENSION", "touch REQUIREMENT", "brief:\n"])
    expect(brief).toContain(text);
});

it("the first job of docs/getting-started.md plays as it is written", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const page = readFileSync(join(repository, "docs/getting-started.md"), "utf8");
  const [, score = ""] = /^```yaml\n(agents:\n {2}shell:[^]*?)^```$/m.exec(page) ?? [];
  const played = await kit.playScore(score.replaceAll(/sleep \d+; /g, ""));

  expect(played.states).toEqual({ french: "landed", german: "landed", index: "landed" });
  expect(played.progress.filter(({ kind }) => kind === "notice")).toEqual([]);
});
