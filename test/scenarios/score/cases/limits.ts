import type { Progress } from "../../../kit/perform.ts";
import { type Case, ends, landed, once, shell, wait, why } from "../case.ts";

const half = [{ file_exists: "a.txt" }, { file_exists: "none.txt" }];

/** Keys about how long and how often. */
export const limitCases: readonly Case[] = [
  {
    fact: "an agent that takes too long is ended, by the score's limit or the sheet's own",
    reads: ["score.timeout", "sheet.timeout"],
    score: {
      agent: shell("sleep 1"),
      prompt: "-",
      retry: once,
      timeout: "200ms",
      sheets: [{ id: "a" }, { id: "b", timeout: "300ms" }],
    },
    seen: (_, { job }) => job.sheets.map(({ code, why }) => [code, secondsIn(why)]),
    expected: [
      ["E001", "0.2 s"],
      ["E001", "0.3 s"],
    ],
  },
  {
    fact: "an agent that says nothing for too long is ended, by the score's limit or the sheet's own",
    reads: ["score.idle_timeout", "sheet.idle_timeout"],
    score: {
      agent: shell("sleep 1"),
      prompt: "-",
      retry: once,
      idle_timeout: "200ms",
      sheets: [{ id: "a" }, { id: "b", idle_timeout: "300ms" }, { id: "c", idle_timeout: "none" }],
    },
    seen: (_, { job, states }) => [...job.sheets.map(({ code, why }) => [code, secondsIn(why)]), states["c"]],
    expected: [["E006", "0.2 s"], ["E006", "0.3 s"], [null, undefined], "done"],
  },
  {
    fact: "a sheet is tried as often as the score says, or the sheet itself",
    reads: ["score.retry", "sheet.retry", "retry.attempts"],
    score: {
      agent: "scripted",
      prompt: "fail 1",
      retry: { attempts: 2, base_delay: "1ms" },
      sheets: [{ id: "a" }, { id: "b", retry: { attempts: 4 } }],
    },
    seen: (_, { job }) => job.sheets.map(({ attempts }) => attempts),
    expected: [2, 4],
  },
  {
    fact: "the first wait is as long as the score says, and chance shortens it unless that is turned off",
    reads: ["retry.base_delay", "retry.jitter"],
    score: {
      agent: "scripted",
      sheets: [{ id: "a", prompt: "fail 1", retry: { attempts: 2, base_delay: "1h", jitter: false } }],
    },
    seen: (kit, played) => wait(kit, played),
    expected: 3_600_000,
  },
  {
    fact: "waits grow by the factor, up to the longest",
    reads: ["retry.factor", "retry.max_delay"],
    score: {
      agent: "scripted",
      sheets: [
        {
          id: "a",
          prompt: "fail 1",
          retry: { attempts: 4, base_delay: "1ms", factor: 100, max_delay: "50ms", jitter: false },
        },
      ],
    },
    stopWhen: isEnd(2),
    seen: (kit, played) => wait(kit, played),
    expected: 50,
  },
  {
    fact: "work that passes in part is finished as often as the score says, after its wait",
    reads: ["retry.completions", "retry.completion_delay"],
    score: {
      agent: "scripted",
      prompt: "create b.txt {{ sheet }}",
      retry: { attempts: 1 },
      validations: half,
      sheets: [
        { id: "a", retry: { completions: 1 } },
        { id: "b", retry: { completion_delay: "1h" } },
      ],
    },
    seen: async (kit, played) => [ends(played, "a").length, played.states["a"], await wait(kit, played, "b")],
    expected: [2, "failed", 3_600_000],
  },
  {
    fact: "work that passes in a smaller part than the threshold is begun again",
    reads: ["retry.completion_threshold"],
    score: {
      agent: "scripted",
      retry: { attempts: 2, base_delay: "1h", completion_threshold: 0.6 },
      sheets: [{ id: "a", prompt: "create b.txt b", validations: half }],
    },
    stopWhen: isEnd(1),
    seen: (_, played) => why(played, "a"),
    expected: "retry",
  },
  {
    fact: "a conflict sends a sheet back to its agent as often as the score says",
    reads: ["retry.conflicts"],
    score: {
      agent: "scripted",
      prompt: "create same.txt {{ sheet }}",
      retry: { conflicts: 0 },
      sheets: [{ id: "a" }, { id: "b" }],
    },
    seen: (kit, { states }) => [Object.values(states).toSorted(), landed(kit)],
    expected: [
      ["failed", "landed"],
      ["a.txt", "same.txt"],
    ],
  },
];

function isEnd(attempt: number): (progress: Progress) => boolean {
  return (progress) =>
    progress.kind === "sheet" && progress.event.kind === "ended" && progress.event.attempt === attempt;
}

function secondsIn(text: string | null): string | undefined {
  return /[\d.]+ s\b/.exec(text ?? "")?.[0];
}
