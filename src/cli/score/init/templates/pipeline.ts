import type { Template } from "../starter.ts";

export const pipeline: Template = {
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
