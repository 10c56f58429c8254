import type { Template } from "../starter.ts";

export const fanOut: Template = {
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
