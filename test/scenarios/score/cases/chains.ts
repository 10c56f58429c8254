import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import type { Kit } from "../../../kit/kit.ts";
import { tutti } from "../../../kit/command-line.ts";
import { type Case, idler, once } from "../case.ts";

/** A file beside the repository; `null`: none. */
function beside(kit: Kit, path: string): string | null {
  const whole = join(kit.root, path);
  return existsSync(whole) ? readFileSync(whole, "utf8") : null;
}

const inPlace = { agent: "scripted", isolation: "none", retry: once };
const good = { id: "a", prompt: "print hello" };
const bad = { id: "a", prompt: "fail 1" };
/** A file beside the repository shows the effect of the run. */
const mark = (name: string): object => ({ run: ["sh", "-c", `echo "$TUTTI_ROOT_JOB" >>../${name}.txt`] });

/** Keys about what follows a job or a sheet. */
export const chainCases: readonly Case[] = [
  {
    fact: "a job is followed by a score with variables, another repository and a workspace of its own",
    reads: ["score.on_success", "step.score", "step.variables", "step.repo", "step.workspace"],
    files: {
      "../next.yaml": JSON.stringify({
        ...inPlace,
        variables: { word: "own" },
        sheets: [{ id: "b", prompt: 'create here.txt {{ word }}\ncreate "{{ workspace }}/there.txt" x' }],
      }),
    },
    prepare: (kit) => {
      mkdirSync(join(kit.root, "other"));
      execFileSync("git", ["init", "-q", join(kit.root, "other")]);
    },
    score: {
      ...inPlace,
      sheets: [good],
      on_success: [{ score: "next.yaml", variables: { word: "{{ outcome }}" }, repo: "other", workspace: "out" }],
    },
    seen: (kit) => [beside(kit, "other/here.txt"), beside(kit, "out/there.txt")],
    expected: ["success\n", "x\n"],
  },
  {
    fact: "a required step that fails is the last of its list; what is done either way is done",
    reads: ["score.on_failure", "score.on_complete", "step.run", "step.required"],
    score: {
      ...inPlace,
      sheets: [bad],
      on_success: [mark("success")],
      on_failure: [mark("failure"), { run: "exit 3", required: true }, mark("never")],
      on_complete: [mark("complete")],
    },
    seen: (kit) => ["success", "failure", "never", "complete"].map((name) => beside(kit, `${name}.txt`) !== null),
    expected: [false, true, false, true],
  },
  {
    fact: "sheets have steps of their own, which run where they say",
    reads: ["sheet.on_success", "sheet.on_failure", "sheet.on_complete", "step.cwd"],
    score: {
      ...inPlace,
      workspace: "out",
      sheets: [
        { ...good, on_success: [{ run: "echo {{ sheet }} >good.txt", cwd: "{{ workspace }}" }] },
        { ...bad, id: "b", on_failure: [{ run: "echo {{ sheet }} >../bad.txt" }], on_complete: [mark("either")] },
      ],
    },
    seen: (kit) => [beside(kit, "out/good.txt"), beside(kit, "bad.txt"), beside(kit, "either.txt") !== null],
    expected: ["a\n", "b\n", true],
  },
  {
    fact: "a score that runs itself ends at its limit; each round leaves an archive, and so many are kept",
    reads: [
      "score.concert",
      "score.concert.max_depth",
      "step.fresh",
      "score.workspace_lifecycle",
      "score.workspace_lifecycle.archive_on_fresh",
      "score.workspace_lifecycle.archive_dir",
      "score.workspace_lifecycle.archive_naming",
      "score.workspace_lifecycle.max_archives",
      "score.workspace_lifecycle.preserve_patterns",
    ],
    score: {
      ...inPlace,
      workspace: "out",
      sheets: [
        {
          id: "a",
          agent: { command: ["sh", "-c", "echo x >>$TUTTI_WORKSPACE/kept.txt; echo x >>$TUTTI_WORKSPACE/gone.txt"] },
          prompt: "-",
        },
      ],
      concert: { max_depth: 3 },
      on_success: [{ score: "score.yaml", fresh: true }],
      workspace_lifecycle: {
        archive_on_fresh: true,
        archive_dir: "rounds",
        archive_naming: "timestamp",
        max_archives: 2,
        preserve_patterns: ["kept.txt"],
      },
    },
    seen: (kit) => [
      beside(kit, "out/kept.txt"),
      beside(kit, "out/gone.txt"),
      existsSync(join(kit.root, "rounds"))
        ? readdirSync(join(kit.root, "rounds")).map((name) => /^\d{4}-\d\d-\d\dT/.test(name))
        : null,
    ],
    expected: ["x\nx\nx\nx\n", "x\n", [true, true]],
  },
  {
    fact: "nothing follows a job in which nothing landed, where something has to",
    reads: ["score.concert.needs"],
    score: { ...inPlace, sheets: [good], concert: { needs: "landed" }, on_success: [mark("success")] },
    seen: (kit, { job }) => [beside(kit, "success.txt"), job.successors?.map(({ state }) => state)],
    expected: [null, ["refused"]],
  },
  {
    fact: "a step waits for the end of the job before it, unless that is detached",
    reads: ["step.detached"],
    files: {
      "../next.yaml": JSON.stringify({ ...inPlace, sheets: [{ id: "b", prompt: "wait-for ../go.txt" }] }),
    },
    score: {
      ...inPlace,
      sheets: [good],
      on_success: [{ score: "next.yaml", detached: true }, { run: "echo go >../go.txt" }],
      timeout: "5s",
    },
    seen: (kit) => beside(kit, "go.txt"),
    expected: "go\n",
  },
  {
    fact: "a step that is held waits for a person, and so do the steps after it",
    reads: ["step.hold"],
    files: { "../next.yaml": JSON.stringify({ ...inPlace, sheets: [{ id: "b", prompt: "create ../next.txt b" }] }) },
    score: { ...inPlace, sheets: [good], on_success: [{ score: "next.yaml", hold: true }, mark("after")] },
    seen: (kit, { job }) => [
      beside(kit, "next.txt"),
      beside(kit, "after.txt"),
      job.successors?.map(({ state }) => state),
    ],
    expected: [null, null, ["held", "waiting"]],
  },
  {
    fact: "a person who looks at a score first sees its successors",
    reads: ["score.concert.cooldown", "step.timeout", "step.repeatable", "step.description"],
    score: {
      agent: idler,
      isolation: "none",
      concert: { cooldown: "3s" },
      sheets: [{ id: "a", prompt: "-" }],
      on_failure: [{ run: "make report", timeout: "7s", repeatable: true, description: "report" }],
    },
    seen: async (kit) => {
      const { out } = await tutti("validate", "--json", join(kit.root, "score.yaml"));
      const [file] = (
        JSON.parse(out) as { files: readonly { plan: { follows: { steps: object[]; concert: object } } }[] }
      ).files;
      return [file?.plan.follows.steps, file?.plan.follows.concert];
    },
    expected: [
      [
        {
          on: "failure",
          sheet: null,
          run: "make report",
          required: false,
          repeatable: true,
          timeout_ms: 7000,
          description: "report",
        },
      ],
      { max_depth: 10, cooldown_ms: 3000, needs: "played" },
    ],
  },
];
