import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RemedyCode } from "../../src/score/healing/codes.ts";
import type { Playground } from "../playground.ts";

/** A fault that is put into a job, and what is to become of it. */
export interface Fault {
  readonly name: string;
  readonly code: RemedyCode;
  /** Beside `--self-healing`. */
  readonly options: readonly string[];
  /** Sheets in which it is; `scratch`: a folder outside of the repository. */
  readonly score: (scratch: string) => { readonly sheets: readonly object[]; readonly [key: string]: unknown };
  readonly arrange?: (ground: Playground, scratch: string) => void;
  /** `healed`: all sheets land. Else what `tutti diagnose` says of it. */
  readonly expected: "healed" | { readonly kind: "automatic" | "suggested" | "diagnostic"; readonly says: RegExp };
  /** What a person does before choosing the remedy by hand; absent: rules use it. */
  readonly cure?: (scratch: string) => void;
  /** Once it has shown itself it is gone: after a kill there may be nothing left to heal. */
  readonly isPassing?: true;
  /** It stops the job as a whole: other sheets may not have landed. */
  readonly stopsAll?: true;
}

const yes = ["--yes"] as const;
const shell = { command: ["sh"], prompt: "stdin", prompt_is: "program" };

/** A line for a shell that fails the first `times` times. */
function failsFirst(scratch: string, times: number): string {
  const count = join(scratch, "count");
  return `n=$(cat ${count} 2>/dev/null || echo 0); echo $((n + 1)) > ${count}; test $n -ge ${String(times)}`;
}

export const faults: readonly Fault[] = [
  {
    name: "a folder of the workspace is not there",
    code: "H01",
    options: [],
    score: (scratch) => ({
      workspace: join(scratch, "out"),
      sheets: [
        {
          id: "faulty",
          agent: shell,
          prompt: "echo x > '{{ workspace }}/reports/r.txt' && echo x > faulty.txt",
          validations: [{ file_exists: "{{ workspace }}/reports/r.txt" }],
        },
      ],
    }),
    expected: "healed",
  },
  {
    name: "a folder of the workspace can't be made",
    code: "H01",
    options: [],
    score: (scratch) => ({
      workspace: join(scratch, "out"),
      sheets: [
        {
          id: "faulty",
          agent: shell,
          // A file lies where the folder is to be.
          prompt: "echo x > '{{ workspace }}/reports'; exit 1",
          validations: [{ file_exists: "{{ workspace }}/reports/deep/r.txt" }],
        },
      ],
    }),
    expected: { kind: "automatic", says: /reports\/deep, where it was to write, does not exist/ },
  },
  {
    name: "a validation has the separators of another system",
    code: "H02",
    options: [],
    score: () => ({
      sheets: [{ id: "faulty", prompt: "create out/a.txt a", validations: [{ file_exists: "out\\a.txt" }] }],
    }),
    expected: "healed",
  },
  {
    name: "a validation has such separators, and the file is not there either",
    code: "H02",
    options: [],
    score: () => ({
      sheets: [{ id: "faulty", prompt: "create b.txt a", validations: [{ file_exists: "out\\a.txt" }] }],
    }),
    expected: { kind: "automatic", says: /failed after \d attempts: validations failed: out\/a\.txt exists/ },
  },
  {
    name: "a prompt names a variable with a slip",
    code: "H03",
    options: yes,
    score: () => misnamed,
    expected: "healed",
  },
  {
    name: "a prompt names a variable with a slip, and no one said yes",
    code: "H03",
    options: [],
    score: () => misnamed,
    expected: { kind: "suggested", says: /names shet, which is no variable; sheet is one/ },
  },
  {
    name: "a killed git left its lock",
    code: "H04",
    options: [],
    score: () => ({ sheets: [{ id: "faulty", prompt: "create a.txt a", validations: [{ file_exists: "none.txt" }] }] }),
    arrange: leaveLock,
    expected: { kind: "suggested", says: /index\.lock is left over: no git is at work/ },
    stopsAll: true,
  },
  {
    name: "a killed git left its lock, and a person said yes",
    code: "H04",
    options: yes,
    score: () => ({ sheets: [{ id: "faulty", prompt: "create a.txt a", validations: [{ file_exists: "a.txt" }] }] }),
    arrange: leaveLock,
    expected: "healed",
  },
  {
    name: "a package is missing where contexts were prepared",
    code: "H05",
    options: [],
    score: (scratch) => {
      // It is there for contexts that are prepared anew after it was missed.
      const missed = join(scratch, "missed");
      const install = `test -e ${missed} && echo 0 > left-pad.log; true`;
      const need = `test -e left-pad.log || { touch ${missed}; echo "Error: Cannot find module 'left-pad'" >&2; exit 1; }`;
      return {
        prepare: { commands: [{ run: ["sh", "-c", install], inputs: [".gitignore"] }] },
        sheets: [{ id: "faulty", prompt: "create a.txt a", validations: [{ command: need }] }],
      };
    },
    expected: "healed",
  },
  {
    name: "a package is missing, and only its lock file is there",
    code: "H05",
    options: [],
    score: () => ({
      sheets: [
        {
          id: "faulty",
          prompt: "create a.txt a",
          validations: [{ command: `echo "Error: Cannot find module 'left-pad'" >&2; exit 1` }],
        },
      ],
    }),
    arrange: ({ repository }) => writeFileSync(join(repository, "package-lock.json"), "{}\n"),
    expected: { kind: "suggested", says: /run npm ci in each context, because the checkout has a package-lock\.json/ },
  },
  {
    name: "an agent is not installed",
    code: "H06",
    options: yes,
    score: () => ({ sheets: [{ id: "faulty", agent: { command: ["tutti-no-such-agent"] }, prompt: "x" }] }),
    expected: { kind: "diagnostic", says: /only a person can change that/ },
    stopsAll: true,
  },
  {
    name: "the disk is full after a sheet failed",
    code: "H07",
    options: [],
    score: () => ({ sheets: [{ id: "faulty", prompt: "fail 1" }] }),
    expected: { kind: "automatic", says: /remove what the rules of clean-up let go/ },
  },
  {
    name: "a sheet could not write, and there is room afterwards",
    code: "H07",
    options: [],
    score: (scratch) => ({
      sheets: [
        {
          id: "faulty",
          agent: shell,
          prompt: `${failsFirst(scratch, 1)} || { echo "sh: write error: No space left on device" >&2; exit 1; }; echo x > faulty.txt`,
        },
      ],
    }),
    expected: "healed",
    isPassing: true,
  },
  {
    name: "gates fail on the target until a person has seen to it",
    code: "H08",
    options: [],
    score: (scratch) => gated(`test -e ${join(scratch, "green")}`),
    cure: (scratch) => {
      writeFileSync(join(scratch, "green"), "");
    },
    expected: "healed",
    stopsAll: true,
  },
  {
    name: "a gate fails on the target at first, and a person said yes",
    code: "H08",
    options: yes,
    score: (scratch) => {
      const [green, red] = [join(scratch, "green"), join(scratch, "red")];
      // The target is the tree without files of sheets; what fails there is run there once more.
      const fails = `if test -e ${red}; then touch ${green}; else touch ${red}; fi; exit 1`;
      return gated(`test -e ${green} && exit 0; ls *.txt && exit 1; ${fails}`);
    },
    expected: "healed",
    isPassing: true,
    stopsAll: true,
  },
  {
    name: "gates fail on the target for good",
    code: "H08",
    options: yes,
    score: () => gated("exit 1"),
    expected: { kind: "suggested", says: /gates fail on main as it is, so nothing can land there/ },
    stopsAll: true,
  },
  {
    name: "a validation fails once on the same tree",
    code: "H09",
    options: [],
    score: (scratch) => ({
      sheets: [{ id: "faulty", prompt: "create a.txt a", validations: [{ command: failsFirst(scratch, 1) }] }],
    }),
    expected: "healed",
  },
  {
    name: "a validation fails always",
    code: "H09",
    options: yes,
    score: () => ({ sheets: [{ id: "faulty", prompt: "create a.txt a", validations: [{ command: "exit 7" }] }] }),
    expected: { kind: "automatic", says: /fails again: exit 7 exited 7/ },
  },
  {
    name: "sheets conflict with each other",
    code: "H10",
    options: [],
    score: () => ({
      retry: { attempts: 1, conflicts: 0 },
      sheets: ["faulty", "second", "third"].map((id) => ({ id, prompt: `create shared.txt ${id}` })),
    }),
    expected: "healed",
  },
  {
    name: "a push is refused once",
    code: "H11",
    options: [],
    score: () => ({ landing: { push: "origin" }, sheets: [{ id: "faulty", prompt: "create a.txt a" }] }),
    arrange: (ground, scratch) => {
      const bare = join(scratch, "remote.git");
      execFileSync("git", ["clone", "-q", "--bare", ground.repository, bare]);
      execFileSync("git", ["-C", ground.repository, "remote", "add", "origin", bare]);
      mkdirSync(join(bare, "hooks"), { recursive: true });
      writeFileSync(join(bare, "hooks", "pre-receive"), `#!/bin/sh\n${failsFirst(scratch, 3)}\n`);
      chmodSync(join(bare, "hooks", "pre-receive"), 0o755);
    },
    expected: "healed",
    stopsAll: true,
  },
];

function gated(line: string): ReturnType<Fault["score"]> {
  return {
    landing: { gates: [{ name: "tests", run: ["sh", "-c", line] }] },
    sheets: [{ id: "faulty", prompt: "create a.txt a" }],
  };
}

/** Only known when it is played: the first sheet has printed by then. */
const misnamed = {
  cross_sheet: { outputs: true },
  sheets: [
    { id: "before", prompt: "print hello\ncreate before.txt x" },
    {
      id: "faulty",
      after: ["before"],
      prompt: "create faulty.txt x{% if previous_outputs %}{{ shet }}{% endif %}",
      validations: [{ file_exists: "faulty.txt" }],
    },
  ],
};

/** As a git leaves it that was killed some minutes ago. */
function leaveLock({ repository }: Playground): void {
  const lock = join(repository, ".git", "index.lock");
  writeFileSync(lock, "");
  const old = new Date(Date.now() - 600_000);
  utimesSync(lock, old, old);
}
