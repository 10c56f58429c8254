import { existsSync } from "node:fs";
import { join } from "node:path";
import { tutti } from "../../../kit/command-line.ts";
import { type Case, idler, landed, mostAtOnce, once, shell } from "../case.ts";

/** Keys about the job as a whole. */
export const jobCases: readonly Case[] = [
  {
    fact: "a job has the name of its score",
    reads: ["score.name"],
    score: { name: "spring-cleaning", agent: "scripted", sheets: [{ id: "a", prompt: "print hello" }] },
    seen: (_, { job }) => [job.name, job.id.startsWith("spring-cleaning-")],
    expected: ["spring-cleaning", true],
  },
  {
    fact: "the purpose of a score is shown to a person who looks at it first",
    reads: ["score.description"],
    score: { description: "Tidies up.", agent: idler, sheets: [{ id: "a", prompt: "-" }] },
    seen: async (kit) => {
      const path = join(kit.repository, "../score.yaml");
      const said = await Promise.all([tutti("validate", "--json", path), tutti("run", "--dry-run", path)]);
      return said.map(({ code, out }) => [code, out.includes("Tidies up.")]);
    },
    expected: [
      [0, true],
      [0, true],
    ],
  },
  {
    fact: "results land on the branch that the score names",
    reads: ["score.target"],
    prepare: (kit) => kit.git("branch", "next"),
    score: { target: "next", agent: "scripted", sheets: [{ id: "a", prompt: "create b.txt b" }] },
    seen: (kit) => ({ main: landed(kit), next: landed(kit, "next") }),
    expected: { main: ["a.txt"], next: ["a.txt", "b.txt"] },
  },
  {
    fact: "the workspace lies where the score says, for templates and for agents",
    reads: ["score.workspace"],
    score: {
      workspace: "./out",
      sheets: [
        { id: "told", agent: "scripted", prompt: 'create "{{ workspace }}/told.txt" told' },
        { id: "given", agent: shell('echo given >"$TUTTI_WORKSPACE/given.txt"'), prompt: "-" },
      ],
    },
    seen: (kit, { states }) => [
      states,
      ...["told.txt", "given.txt"].map((name) => existsSync(join(kit.repository, "../out", name))),
    ],
    expected: [{ told: "done", given: "done" }, true, true],
  },
  {
    fact: "no more sheets run at once than the score allows",
    reads: ["score.parallel"],
    score: { parallel: 1, agent: "scripted", prompt: "print {{ sheet }}", sheets: [{ id: "a" }, { id: "b" }] },
    seen: (_, played) => mostAtOnce(played),
    expected: 1,
  },
  {
    fact: "without revalidation a merged result says that it was not checked again",
    reads: ["score.landing", "score.landing.revalidate"],
    score: {
      landing: { revalidate: false },
      agent: "scripted",
      prompt: "create {{ sheet }}.txt x",
      validations: [{ file_exists: "{{ sheet }}.txt" }],
      sheets: [{ id: "a" }, { id: "b" }],
    },
    seen: (_, { job }) => job.sheets.map(({ level }) => level).toSorted(),
    expected: ["merged-not-revalidated", "validated-as-landed"],
  },
  {
    fact: "agents have names, and a sheet's agent goes before the score's",
    reads: ["score.agents", "score.agent", "sheet.agent"],
    score: {
      agents: { all: shell("echo all >>who.txt"), one: shell("echo one >>who.txt") },
      agent: "all",
      prompt: "-",
      sheets: [{ id: "a" }, { id: "b", after: "a", agent: "one" }],
    },
    seen: (kit) => kit.at("main", "who.txt"),
    expected: "all\none\n",
  },
  {
    fact: "an agent is a program with an environment that is told on stdin, by an argument or by a file",
    reads: ["agent.command", "agent.env", "agent.prompt"],
    score: {
      retry: once,
      agents: {
        stdin: { command: ["sh", "-c", 'echo "$COLOUR $(cat) $#" >"$TUTTI_SHEET"', "sh"], env: { COLOUR: "red" } },
        argument: {
          command: ["sh", "-c", 'echo "$COLOUR $1 $#" >"$TUTTI_SHEET"', "sh"],
          prompt: "argument",
          env: { COLOUR: "blue" },
        },
        file: {
          command: ["sh", "-c", 'echo "$COLOUR $(cat "$1") $#" >"$TUTTI_SHEET"', "sh"],
          prompt: "file",
          env: { COLOUR: "green" },
        },
      },
      prompt: "paint",
      sheets: ["stdin", "argument", "file"].map((id) => ({ id, agent: id })),
    },
    seen: (kit) => ["stdin", "argument", "file"].map((path) => kit.at("main", path)),
    expected: ["red paint 0\n", "blue paint 1\n", "green paint 1\n"],
  },
  {
    fact: "a prompt that is a program is handed over alone",
    reads: ["agent.prompt_is"],
    score: {
      retry: once,
      agent: { command: ["sh", "-c", "cat >prompt.txt; test -s $TUTTI_BRIEF_FILE"], prompt_is: "program" },
      sheets: [{ id: "a", prompt: "paint", validations: [{ file_exists: "prompt.txt" }] }],
    },
    seen: (kit) => kit.at("main", "prompt.txt"),
    expected: "paint",
  },
  {
    fact: "remedies are used as far as the score allows it, each with a record",
    reads: ["score.healing", "score.healing.mode", "score.healing.without"],
    score: {
      agent: "scripted",
      retry: once,
      healing: { mode: "automatic", without: ["H09"] },
      sheets: [
        { id: "a", prompt: "create out/a.txt a", validations: [{ file_exists: "out\\a.txt" }] },
        { id: "b", prompt: "create b.txt b", validations: [{ command: "exit 3" }] },
      ],
    },
    seen: (_, { states, job }) => [states, job.healings?.map(({ code, sheets }) => [code, sheets])],
    expected: [{ a: "landed", b: "failed" }, [["H02", ["a"]]]],
  },
  {
    fact: "a channel that the score asks for and the settings do not have is named, with its topics",
    reads: ["score.notifications", "score.notifications.channel", "score.notifications.type", "score.notifications.on"],
    score: {
      agent: "scripted",
      notifications: [
        { channel: "nobody", on: ["failed"] },
        { type: "slack", on: ["landed", "cost"] },
      ],
      sheets: [{ id: "a", prompt: "create a.txt a" }],
    },
    seen: (_, { progress }) => progress.flatMap((item) => (item.kind === "notice" ? [item.text] : [])),
    expected: [
      "notifications: your settings have no channel nobody, which the score asks to tell of failed",
      "notifications: your settings have no channel of type slack, which the score asks to tell of landed and cost",
    ],
  },
];
