import type { Template } from "../starter.ts";

export const fixFiles: Template = {
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
