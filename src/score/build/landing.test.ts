import { isolationLevels } from "../plan/levels.ts";
import { isInPlace } from "../plan/isolation.ts";
import { describe, expect, it } from "vitest";
import { errorsIn, planOf } from "../../../test/kit/scores.ts";
import { usualLandingPlan } from "../plan/landing-plan.ts";
import type { LandingPlan } from "../plan/landing-plan.ts";

const withLanding = (landing: string, more = ""): string =>
  `agent: scripted\nsheets: [{id: a, prompt: x}]\nlanding: ${landing}\n${more}`;
const landingOf = (landing: string): LandingPlan => planOf(withLanding(landing)).landing;

describe("how results land", () => {
  it.each([
    ["auto", {}],
    ["approve", { mode: "approve" }],
    ["{}", {}],
    ["{mode: approve, revalidate: false}", { mode: "approve", revalidate: false }],
    ["{revalidate: false}", { revalidate: false }],
    ["{strategy: merge}", { strategy: "merge" }],
    ["{strategy: rebase, sign: true}", { strategy: "rebase", sign: true }],
    ["{tests: final}", { tests: "final" }],
    ["{protected: LICENSE}", { protectedPaths: ["LICENSE"] }],
    ["{protected: ['.github/**', '!.github/x']}", { protectedPaths: [".github/**", "!.github/x"] }],
    [
      "{batch: {max: 256, window: 256, parallel: 32, wait: 1m}}",
      { batch: { max: 256, window: 256, parallel: 32, waitMs: 60_000 } },
    ],
    ["{batch: {parallel: 1}}", { batch: { ...usualLandingPlan.batch, parallel: 1 } }],
    ["{batch: {max: 2}}", { batch: { ...usualLandingPlan.batch, max: 2, window: 2 } }],
    ["{push: true}", { push: true }],
    ["{push: false}", { push: null }],
    ["{push: team/main}", { push: "team/main" }],
    ["{push: false, pull_request: false}", {}],
  ])("is what the score says, and as usual where it says nothing: %s", (written, more) => {
    expect(landingOf(written)).toEqual({ ...usualLandingPlan, ...more });
  });

  const usual = {
    remote: "origin",
    upstream: null,
    forge: null,
    draft: false,
    labels: [],
    title: null,
    body: null,
    forFailed: false,
  };
  it.each([
    ["true", usual],
    ["{}", usual],
    ["{draft: true}", { ...usual, draft: true }],
    [
      "{remote: fork, upstream: up, forge: gitea, draft: true, labels: [a, b c], title: '{{ title }}', body: \"x\\n{{ summary }}\", for_failed: true}",
      {
        remote: "fork",
        upstream: "up",
        forge: "gitea",
        draft: true,
        labels: ["a", "b c"],
        title: "{{ title }}",
        body: "x\n{{ summary }}",
        forFailed: true,
      },
    ],
  ])("may be a pull request: %s", (written, request) => {
    expect(landingOf(`{pull_request: ${written}}`).pullRequest).toEqual(request);
  });
});

describe("a gate", () => {
  it.each([
    ["npm test", { kind: "line", shell: "sh", line: "npm test" }],
    ["[npm, test]", { kind: "argv", argv: ["npm", "test"] }],
    ["[bash, -c, 'a | b']", { kind: "line", shell: "bash", line: "a | b" }],
    ["'echo ${x%.js} ${#x}'", { kind: "line", shell: "sh", line: "echo ${x%.js} ${#x}" }],
  ])("runs what a command of a validation would: %s", (run, command) => {
    expect(landingOf(`{gates: [{name: t, run: ${run}}]}`).gates).toEqual([
      { name: "t", command, quick: null, timeoutMs: 600_000, files: [], borrow: [] },
    ]);
  });

  it("keeps its place, and may have a quick form, a limit and files", () => {
    expect(
      landingOf("{gates: [{name: b, run: x}, {name: a, run: x, quick: [y], timeout: 90s, files: [ci/, '*.json']}]}")
        .gates,
    ).toMatchObject([
      { name: "b" },
      { name: "a", quick: { kind: "argv", argv: ["y"] }, timeoutMs: 90_000, files: ["ci/", "*.json"] },
    ]);
  });
});

describe("faults about landing are reported with their place", () => {
  const template =
    "can't hold a template: a gate judges what several sheets did together; if the braces are meant, put the line into a script [V011]";
  const apart =
    "landing.pull_request: give either push or pull_request: with a pull request nothing lands here that could be pushed [V011]";
  it.each([
    ["{rebase: true}", "3:11 landing.rebase: here it is strategy: rebase [V012]"],
    ["{stategy: merge}", '3:11 landing.stategy: unknown key; did you mean "strategy"? [V012]'],
    ["{strategy: octopus}", '3:21 landing.strategy: expected one of squash, merge, rebase, found "octopus" [V011]'],
    [
      "{tests: some}",
      '3:18 landing.tests: expected one of full, quick, final, none, found "some"; did you mean "none"? [V011]',
    ],
    ["{sign: maybe}", '3:17 landing.sign: expected true or false, found "maybe" [V011]'],
    ["{batch: {max: 257}}", "3:24 landing.batch.max: must be at most 256 [V011]"],
    ["{batch: {parallel: 0}}", "3:29 landing.batch.parallel: must be at least 1 [V011]"],
    ["{batch: {max: 3, window: 4}}", "3:35 landing.batch.window: is more than max, which is 3 [V011]"],
    ["{batch: {window: 17}}", "3:27 landing.batch.window: is more than max, which is 16 [V011]"],
    [
      "{gates: [{name: a, run: x}, {name: b, run: x}, {name: a, run: y}]}",
      '3:64 landing.gates[2].name: there is another gate "a" [V011]',
    ],
    ["{gates: [{run: x}]}", "3:19 landing.gates[0].name: is missing: expected text [V011]"],
    ["{gates: [{name: a}]}", "3:19 landing.gates[0].run: is missing: expected text [V011]"],
    ["{gates: [{name: a, command: x, run: x}]}", "3:29 landing.gates[0].command: here it is run [V012]"],
    ["{gates: [{name: a, run: 'echo {{ sheet }}'}]}", `3:34 landing.gates[0].run: ${template}`],
    ["{gates: [{name: a, run: [echo, '{{ sheet }}']}]}", `3:34 landing.gates[0].run: ${template}`],
    ["{gates: [{name: a, run: x, quick: '{% if x %}'}]}", `3:44 landing.gates[0].quick: ${template}`],
    [
      "{gates: [{name: a, run: x, files: ['/etc/x']}]}",
      expect.stringMatching(/^3:44 landing\.gates\[0\]\.files: the glob "\/etc\/x" .* \[V011\]$/),
    ],
    [
      "{protected: ['!a']}",
      expect.stringMatching(/^3:22 landing\.protected: globs that all begin with ! match nothing.* \[V011\]$/),
    ],
    ["{push: true, pull_request: true}", `3:37 ${apart}`],
    ["{pull_request: {draft: true}, push: origin}", `3:25 ${apart}`],
    ["{push: --force}", "3:17 landing.push: is not the name of a remote [V011]"],
    [
      "{push: 'https://u:secret@host/x'}",
      "3:17 landing.push: is not the name of a remote; give the address a name with git remote add [V011]",
    ],
    ["{push: 3}", "3:17 landing.push: expected text, found 3 [V011]"],
    ["{pull_request: yes}", '3:25 landing.pull_request: expected a map of keys, found "yes" [V011]'],
    [
      "{pull_request: {remote: ../x}}",
      "3:34 landing.pull_request.remote: is not the name of a remote; give the address a name with git remote add [V011]",
    ],
    [
      "{pull_request: {forge: x}}",
      '3:33 landing.pull_request.forge: expected one of github, gitlab, gitea, found "x" [V011]',
    ],
    ['{pull_request: {title: "a\\nb"}}', "3:33 landing.pull_request.title: must be one line of text [V011]"],
    ["{pull_request: {title: '{{ wat }}'}}", '3:37 landing.pull_request.title: there is no variable "wat" [V101]'],
    [
      "{pull_request: {body: '{{ summary | wat }}'}}",
      expect.stringMatching(/^3:\d+ landing\.pull_request\.body: .*wat.* \[V001\]$/),
    ],
  ])("%s", (written, line: unknown) => {
    expect(errorsIn(withLanding(written))).toEqual([line]);
  });

  it("a pull request needs a context", () => {
    expect(errorsIn(withLanding("{pull_request: true}", "isolation: none\n"))).toEqual([
      "3:25 landing.pull_request: can't be had with isolation none: agents work in the repository itself, and a pull request needs a context [V011]",
    ]);
  });

  it.each(isolationLevels.filter((level) => !isInPlace(level)))(
    "a pull request can be had where sheets have contexts: %s",
    (level) => {
      expect(errorsIn(withLanding("{pull_request: true}", `isolation: ${level}\n`))).toEqual([]);
    },
  );
});
