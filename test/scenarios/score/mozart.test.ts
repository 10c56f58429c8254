import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { landed, mostAtOnce, why } from "./case.ts";
import { itLong } from "../../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

const score = `
name: survey
workspace: ./notes
backend:
  type: scripted
isolation:
  enabled: true
  per: sheet
parallel:
  enabled: true
  max_concurrent: 2
cross_sheet:
  auto_capture_stdout: true
  lookback_sheets: 0
sheet:
  size: 1
  total_items: 4
  fan_out:
    2: 2
  dependencies:
    2: [1]
    3: [2]
    4: [3]
  skip_when_command:
    3:
      command: 'test -f "{workspace}/part-1.md"'
      description: the parts are there
  descriptions:
    4: Put it together
prompt:
  variables:
    topic: birds
  template: |
    {% if stage == 1 %}
    print plan for {{ topic }}
    create "{{ workspace }}/plan.md" {{ topic }}
    {% elif stage == 2 %}
    create "{{ workspace }}/part-{{ instance }}.md" part {{ instance }} of {{ fan_count }}
    {% elif stage == 3 %}
    fail 1
    {% else %}
    create summary.md {{ previous_outputs[1] | trim }}, {{ skipped_upstream }} {{ previous_outputs[4] }}
    {% endif %}
validations:
  - type: file_exists
    path: "{workspace}/plan.md"
    condition: stage == 1
  - type: content_contains
    path: "{workspace}/part-{instance}.md"
    pattern: "part {instance} of {fan_count}"
    condition: stage == 2
  - type: content_regex
    path: summary.md
    pattern: "^plan for {topic}"
    condition: sheet_num >= 5
  - type: command_succeeds
    command: test -d "{workspace}"
    stage: 2
`;

test("a score of Mozart's with fan-out, conditions, a skip command and outputs of earlier sheets plays to its end", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.playScore(score);

  expect(played.how).toEqual({ kind: "finished", failed: 0 });
  expect(Object.values(played.states)).toEqual(["done", "done", "done", "skipped", "landed"]);
  expect(why(played, played.job.sheets[3]?.id ?? "")).toBe("the parts are there");
  expect(landed(kit)).toEqual(["a.txt", "summary.md"]);
  expect(kit.at("main", "summary.md")).toBe("plan for birds, [4] [SKIPPED]\n");
  expect(kit.git("log", "-1", "--format=%s")).toBe("docs: Put it together\n");
  expect(readFileSync(join(kit.repository, "../notes/part-2.md"), "utf8")).toBe("part 2 of 2\n");
});

test("a score of Mozart's without isolation is played in the repository itself, and nothing lands", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const before = kit.git("rev-parse", "main");

  const played = await kit.playScore(score.replace("enabled: true\n  per: sheet", "enabled: false"));

  expect(played.how).toEqual({ kind: "finished", failed: 0 });
  expect(Object.values(played.states)).toEqual(["done", "done", "done", "skipped", "done"]);
  expect(mostAtOnce(played)).toBe(1);
  expect(kit.read("summary.md")).toBe("plan for birds, [4] [SKIPPED]\n");
  expect(kit.git("status", "--porcelain")).toBe("?? summary.md\n");
  expect(kit.git("rev-parse", "main")).toBe(before);
});

itLong(
  "templates in folders of prelude and cadenzas are filled in when the sheet is played, and a relative one lies in the workspace",
  async () => {
    kit = makeKit({ "a.txt": "a\n" });

    const played = await kit.playScore(`
name: folders
workspace: ./notes
backend: {type: scripted}
isolation: {enabled: true}
sheet:
  size: 1
  total_items: 2
  prelude: [{directory: "{{ workspace }}/{{ shelf }}", as: skill}]
  cadenzas: {2: [{directory: "part-{{ stage - 1 }}", as: context}, {directory: "{{ shelf }}", as: context}]}
prompt:
  variables: {shelf: skills}
  template: |
    {% if stage == 1 %}
    create "{{ workspace }}/skills/b.md" B
    create "{{ workspace }}/skills/a.md" A
    create "{{ workspace }}/skills/below/c.md" C
    create "{{ workspace }}/part-1/p.md" P
    {% else %}
    create seen.txt {{ injected_skills | replace("\\n", " ") }}| {{ injected_context | replace("\\n", " ") }}
    {% endif %}
`);

    expect(played.how).toEqual({ kind: "finished", failed: 0 });
    const skills = (heading: string, shelf: string): string =>
      `## ${heading}: ${shelf}/a.md  A  ## ${heading}: ${shelf}/b.md  B`;
    const context = `## Context: part-1/p.md  P  ${skills("Context", "skills")}`;
    expect(kit.at("main", "seen.txt")).toBe(`${skills("Skill", "skills")} | ${context}\n`);
  },
);
