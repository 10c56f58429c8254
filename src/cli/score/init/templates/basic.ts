import type { Template } from "../starter.ts";

export const basic: Template = {
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
