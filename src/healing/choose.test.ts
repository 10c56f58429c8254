import { expect, test } from "vitest";
import { at, capture, ended, exit0 } from "../../test/kit/ended-attempts.ts";
import { makeJob } from "../../test/kit/jobs.ts";
import { planOf } from "../../test/kit/scores.ts";
import type { SheetId } from "../base/ids.ts";
import { type RemedyCode, remedyCodes } from "../score/healing/codes.ts";
import type { Ended } from "../sheet/events/event.ts";
import { inverseOf, patched } from "../sheet/healing/patch.ts";
import type { Healing } from "../sheet/healing/record.ts";
import { pausedBy } from "../sheet/rest/rest.ts";
import type { FailureReason } from "../sheet/state.ts";
import type { ValidationResult } from "../sheet/verdict.ts";
import { choose, proposalsFor } from "./choose.ts";
import type { Facts, FailedSheet, Proposal } from "./remedy.ts";
import { remedies } from "./remedies/table.ts";

const sheetId = (id: string): SheetId => id as SheetId;

function facts(more: Partial<Facts> = {}, score: object = {}): Facts {
  const sheets = ["a", "b", "c"].map((id) => ({
    id,
    prompt: "x {{ sheet }}",
    validations: [{ command: "npm test" }, { file_exists: "out\\x.txt" }],
  }));
  const plan = planOf(JSON.stringify({ name: "s", agent: "scripted", sheets, ...score }));
  const job = makeJob("j", [], { plan });
  const rest = { kind: "finished", failed: 1 } as const;
  return { job, rest, failed: [], disk: null, staleLock: null, installer: null, ...more };
}

const validations: FailureReason = { kind: "validations", failed: [] };

function failing(id: string, results: readonly Partial<ValidationResult>[], more: Partial<Ended> = {}): FailedSheet {
  const whole = results.map((result, index) => ({
    index,
    description: "npm test",
    passed: false,
    reason: "",
    ...result,
  }));
  const last = ended(exit0, { kind: "judged", results: whole }, { capture, changed: true, ...more });
  return { id: sheetId(id), reason: validations, last, conflicts: [], missingFolders: [] };
}

const passes = { passed: true };

function only(all: readonly Proposal[], code: RemedyCode): Proposal | undefined {
  return all.find((one) => one.code === code);
}

test("every code has a remedy, and every remedy a code", () => {
  expect(remedies.map(({ code }) => code).toSorted()).toEqual(remedyCodes);
});

const broken = (code: "landing.target_red" | "landing.push_failed" | "git.failed", why = ""): Facts["rest"] =>
  pausedBy({ kind: "broken", code, hint: null }, why);
const conflict = (id: string): FailedSheet => ({
  ...failing(id, []),
  reason: { kind: "conflict", paths: ["x.txt"] },
});
const missingModule = [{ reason: "Error: Cannot find module 'left-pad'" }, passes];
const unready = pausedBy({
  kind: "unready",
  problems: [
    { code: "ready.package_missing", what: "npm test", where: "", why: "x is not installed", output: "", next: "" },
  ],
});
const typo: FailedSheet = failing("a", [], {
  trouble: { code: "E603", detail: 'there is no variable "shet"; did you mean "sheet"?', resetAt: null },
});

test.each<[RemedyCode, `${Proposal["kind"]} ${Proposal["act"]["then"]}`, Facts]>([
  ["H01", "automatic retry", facts({ failed: [{ ...failing("a", []), missingFolders: ["/w/out"] }] })],
  [
    "H02",
    "automatic judge-or-retry",
    facts({ failed: [failing("a", [passes, { reason: "out\\x.txt does not exist" }])] }),
  ],
  [
    "H03",
    "suggested retry",
    facts({ failed: [typo] }, { sheets: [{ id: "a", prompt: "{% if true %}x{% endif %} {{ sheet }} shet" }] }),
  ],
  ["H04", "suggested go-on", facts({ staleLock: "/r/.git/index.lock" })],
  ["H05", "automatic retry", facts({ failed: [failing("a", missingModule)] }, { prepare: { commands: ["npm ci"] } })],
  ["H05", "suggested go-on", facts({ rest: unready, installer: { file: "package-lock.json", command: "npm ci" } })],
  ["H05", "diagnostic go-on", facts({ failed: [failing("a", missingModule)] })],
  ["H06", "diagnostic go-on", facts({ rest: pausedBy({ kind: "agent", agent: "claude", code: "E502", hint: null }) })],
  ["H07", "automatic go-on", facts({ rest: broken("git.failed", "ENOSPC: no space left on device") })],
  ["H07", "automatic retry", facts({ failed: [failing("a", [{ reason: "write: No space left on device" }, passes])] })],
  ["H08", "suggested go-on", facts({ rest: broken("landing.target_red") })],
  ["H09", "automatic judge", facts({ failed: [failing("a", [{ reason: "exited 1" }, passes])] })],
  ["H10", "automatic retry", facts({ failed: [conflict("a"), conflict("c")] })],
  ["H11", "automatic go-on", facts({ rest: broken("landing.push_failed") })],
])("%s is %s by its evidence, and says what it does", (code, kind, given) => {
  // The typing mistake of H03 is in no score that can be read: it is put into the plan.
  const seen = code === "H03" ? withTypo(given) : given;
  const found = only(proposalsFor(seen), code);
  expect(`${found?.kind ?? ""} ${found?.act.then ?? ""}`).toBe(kind);
  expect(found?.what).not.toBe("");
  expect(found?.steps.length).toBeGreaterThan(0);
  // Nothing fits a job that has none of this.
  expect(
    only(proposalsFor(facts({ failed: [failing("b", [passes, passes], { trouble: null, changed: false })] })), code),
  ).toBeUndefined();
});

function withTypo(given: Facts): Facts {
  const texts = given.job.plan.texts.map((source) => ({ ...source, text: "{{ shet }} and shet" }));
  return { ...given, job: { ...given.job, plan: { ...given.job.plan, texts } } };
}

test("only the name in the template is changed, and taking a patch back gives the plan as it was", () => {
  const given = withTypo(facts({ failed: [typo] }));
  const patch = only(proposalsFor(given), "H03")?.act.patch ?? {};
  const { plan } = given.job;
  expect(patched(plan, patch).texts[0]?.text).toBe("{{ sheet }} and shet");
  expect(patched(patched(plan, patch), inverseOf(plan, patch))).toEqual(plan);
  const storm =
    only(proposalsFor(facts({ failed: [conflict("c"), conflict("a"), conflict("b")] })), "H10")?.act.patch ?? {};
  expect(storm.after).toEqual([
    ["b", ["a"]],
    ["c", ["b"]],
  ]);
  expect(patched(patched(plan, storm), inverseOf(plan, storm))).toEqual(plan);
});

test("sheets that the score orders already are not ordered again", () => {
  const score = {
    sheets: [
      { id: "a", prompt: "x", after: ["b"] },
      { id: "b", prompt: "x" },
    ],
  };
  expect(only(proposalsFor(facts({ failed: [conflict("a"), conflict("b")] }, score)), "H10")?.act).toEqual({
    then: "retry",
  });
});

function used(code: RemedyCode, sheets: readonly string[], cycle: number | null): Healing {
  return { number: 1, at, code, cycle, sheets: sheets.map(sheetId), what: "", steps: [], undo: null };
}

test("suggested remedies need a word, each is used once for a sheet, and after two rounds nothing more is done", () => {
  const automatic = { mode: "automatic", without: [] } as const;
  const red = facts({ rest: broken("landing.target_red") });
  expect(choose(red, automatic).chosen).toEqual([]);
  expect(choose(red, { ...automatic, mode: "all" }).chosen).toMatchObject([{ code: "H08" }]);
  expect(choose(red, { mode: "all", without: ["H08"] }).chosen).toEqual([]);

  const flaky = facts({ failed: [failing("a", [{ reason: "exited 1" }, passes])] });
  const after = (healings: readonly Healing[]): Facts => ({ ...flaky, job: { ...flaky.job, healings } });
  expect(choose(flaky, automatic)).toMatchObject({ cycle: 1, chosen: [{ code: "H09" }] });
  expect(choose(after([used("H09", ["b"], 1)]), automatic)).toMatchObject({ cycle: 2, chosen: [{ code: "H09" }] });
  expect(choose(after([used("H09", ["a"], 1)]), automatic).chosen).toEqual([]);
  expect(choose(after([used("H09", ["b"], 2)]), automatic).chosen).toEqual([]);
  // A person's choice is no round of the rules.
  expect(choose(after([used("H02", ["a"], null)]), automatic)).toMatchObject({ cycle: 1, chosen: [{ code: "H09" }] });
});

test("of two remedies for one sheet the surer is used, and a cause of the whole job comes alone", () => {
  const both = facts({
    failed: [failing("a", [passes, { reason: "" }]), failing("b", [{ reason: "exited 1" }, passes])],
  });
  const plan = { mode: "all", without: [] } as const;
  expect(choose(both, plan).chosen.map(({ code, sheets }) => [code, ...sheets])).toEqual([
    ["H02", "a"],
    ["H09", "b"],
  ]);
  expect(choose({ ...both, staleLock: "/r/.git/index.lock" }, plan).chosen.map(({ code }) => code)).toEqual(["H04"]);
});
