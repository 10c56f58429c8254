import type { Template } from "./starter.ts";

const basic: Template = {
  name: "basic",
  summary: "Two sheets, one after the other, each with its definition of done.",
  body: `
sheets:
  - id: notes
    title: Describe the project           # one line: the commit's subject
    prompt: |
      Read this repository. Write NOTES.md: what it is for, how it is built,
      and where a newcomer should begin. One page.
    validations:                          # what the result must meet; the agent is told
      - file_exists: NOTES.md
      - content_regex: { path: NOTES.md, pattern: "^# " }
        description: NOTES.md begins with a heading
      - diff_within: NOTES.md             # and nothing else is touched

  - id: link
    title: Link the notes from the README
    after: notes                          # starts when this has landed
    prompt: |
      Add a line to README.md that links to NOTES.md.
    validations:
      - content_contains: { path: README.md, text: NOTES.md }
`,
};

const fanOut: Template = {
  name: "fan-out",
  summary:
    "One sheet played several times at once, each time with another view, then one that brings the results together.",
  body: `
parallel: 3                               # how many sheets at once

variables:                                # for templates and conditions
  views: [security, speed, readability]

sheets:
  - id: look
    title: "Look at {{ views[instance - 1] }}"
    fan_out: 3                            # look-1, look-2 and look-3; {{ instance }} is 1, 2 and 3
    prompt: |
      Read this repository with one thing in mind: {{ views[instance - 1] }}.
      Write what you find to reports/{{ views[instance - 1] }}.md, the worst first.
      Change nothing else.
    validations:
      - file_exists: "reports/{{ views[instance - 1] }}.md"
      - diff_within: reports/**

  - id: sum-up
    title: Bring the reports together
    after: look                           # after all of its copies
    prompt: |
      Read the reports in reports/: {{ views | join(", ") }}. Write reports/README.md:
      the ten findings that matter most, each with a link to its report.
    validations:
      - content_regex: { path: reports/README.md, pattern: "\\\\]\\\\(.*\\\\.md\\\\)" }
        description: reports/README.md links to the reports
`,
};

const fixFiles: Template = {
  name: "fix-files",
  summary: "A list of files worked off in groups, a sheet for each group.",
  body: `
parallel: 4

variables:
  files:                                  # what is to be worked off
    - src/one.ts
    - src/two.ts
    - src/three.ts
    - src/four.ts

sheets:
  - id: fix
    title: "Fix files {{ start_item }} to {{ end_item }}"
    items: { total: 4, size: 2 }          # fix-1 gets items 1 and 2, fix-2 gets 3 and 4
    prompt: |
      Fix what the linter reports in these files, and nothing else:
      {% for file in files[start_item - 1:end_item] %}
      - {{ file }}
      {% endfor %}
    validations:
      - findings:                         # compared with what the tool said before the sheet began
          command: npx eslint --format @microsoft/eslint-formatter-sarif .
          format: sarif                   # or lines, for tools that print file:line:column: message
        description: the linter reports nothing new
      - diff_within: ["src/**", "test/**"]
      - command: npm test
        stage: 2
`,
};

const pipeline: Template = {
  name: "pipeline",
  summary: "Plan, build, document: each sheet is told what those before it said and wrote.",
  body: `
workspace: ./out                          # the job's folder for outputs: {{ workspace }}; it does not land

cross_sheet:                              # what a sheet is told of those before it
  outputs: true                           # previous_outputs: what their agents printed
  files: "{{ workspace }}/*.md"           # previous_files: their notes

variables:
  goal: Show the elapsed time in the progress line.

# Files for every prompt:
# prelude: [docs/style.md]

sheets:
  - id: plan
    title: Plan the change
    prompt: |
      Goal: {{ goal }}
      Read this repository and write {{ workspace }}/plan.md: the steps, the files, the risks. Change nothing here.
    validations:
      - file_modified: "{{ workspace }}/plan.md"

  - id: build
    title: Build what was planned
    after: plan
    preconditions:                        # what must hold before the agent starts
      - file_exists: "{{ workspace }}/plan.md"
    prompt: |
      Goal: {{ goal }}
      {% for path, text in previous_files.items() %}
      ## {{ path }}
      {{ text }}
      {% endfor %}
      Do what the plan says, with tests.
    validations:
      - command: npm run lint
        stage: 1
      - command: npm test                 # only when the stage before passes
        stage: 2

  - id: document
    title: Tell people about it
    after: build
    skip_when_command: test ! -f CHANGELOG.md
    prompt: |
      Goal: {{ goal }}
      {% for number, text in previous_outputs.items() %}
      Sheet {{ number }} said: {{ text | truncate(1000) }}
      {% endfor %}
      Add an entry to CHANGELOG.md. Change nothing else.
    validations:
      - file_modified: CHANGELOG.md
      - diff_within: CHANGELOG.md
`,
};

const review: Template = {
  name: "review",
  summary: "Work that an agent judges before it may land.",
  body: `
retry:
  attempts: 3                             # the judge's reasons go into the next attempt

sheets:
  - id: tests
    title: Test what is not tested yet
    prompt: |
      Find the part of this project that matters most and is tested least. Write tests for it.
      Change no code outside of the tests.
    timeout: 30m
    validations:
      - command: npm test                 # how this project runs its tests
        description: the tests pass
        timeout: 10m
      # Rules of a higher stage run only when all below pass: no judge is asked about tests that fail.
      - llm_judge:
          criteria: |
            The new tests fail when the behaviour that they describe breaks. Their names are facts
            about the product. They test no internals, and none of them is there for the numbers.
          threshold: 75                   # 0 to 100
          # agent: another                # default: the sheet's own
        stage: 2
        description: a reviewer finds the tests worth having
`,
};

/** The simplest first. */
export const templates: readonly Template[] = [basic, fanOut, review, pipeline, fixFiles];
