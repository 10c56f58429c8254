import type { Template } from "../starter.ts";

export const review: Template = {
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
