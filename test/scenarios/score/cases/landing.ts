import { join } from "node:path";
import { tutti } from "../../../kit/command-line.ts";
import type { Kit } from "../../../kit/kit.ts";
import { type Case, idler } from "../case.ts";

/**
 * What `tutti validate` says that a score means. The sheets change nothing, so that nothing is landed, pushed or
 * proposed.
 */
async function meant(kit: Kit): Promise<{
  readonly plan: { readonly landing: unknown };
  readonly sheets: readonly { commit: unknown; pull_request: unknown }[];
}> {
  const { out } = await tutti("validate", "--json", join(kit.repository, "../score.yaml"));
  const { files } = JSON.parse(out) as { files: readonly [Awaited<ReturnType<typeof meant>>] };
  return files[0];
}

const sheets = [{ id: "a", prompt: "-" }];

/** Keys about landing and commits, as the plan has them. */
export const landingCases: readonly Case[] = [
  {
    fact: "a score says how results land, what they are tested by and where they go",
    reads: [
      ...["strategy", "gates", "tests", "batch", "protected", "promises", "merge", "sign", "push"].map(
        (key) => `score.landing.${key}`,
      ),
      ...["name", "run", "quick", "timeout", "files", "borrow"].map((key) => `score.landing.gates.${key}`),
      ...["mode", "budget"].map((key) => `score.landing.merge.${key}`),
      ...["max", "window", "parallel", "wait"].map((key) => `score.landing.batch.${key}`),
    ],
    prepare: (kit) => kit.git("remote", "add", "team", kit.repository),
    score: {
      landing: {
        strategy: "rebase",
        gates: [
          {
            name: "tests",
            run: "true",
            quick: ["true", "-q"],
            timeout: "1m",
            files: ["ci/**"],
            borrow: ["node_modules"],
          },
        ],
        tests: "quick",
        batch: { max: 8, window: 3, parallel: 1, wait: "1s" },
        protected: ["LICENSE"],
        promises: "target",
        merge: { mode: "certified", budget: 3 },
        sign: true,
        push: "team",
      },
      agent: idler,
      sheets,
    },
    seen: async (kit) => (await meant(kit)).plan.landing,
    expected: {
      mode: "auto",
      strategy: "rebase",
      revalidate: true,
      gates: [
        {
          name: "tests",
          run: "true",
          quick: ["true", "-q"],
          timeout_ms: 60_000,
          files: ["ci/**"],
          borrow: ["node_modules"],
        },
      ],
      tests: "quick",
      batch: { max: 8, window: 3, parallel: 1, wait_ms: 1_000 },
      protected: ["LICENSE"],
      promises: "target",
      merge: { mode: "certified", budget: 3 },
      sign: true,
      push: "team",
      pull_request: null,
    },
  },
  {
    fact: "a score says what becomes a pull request, and what that says",
    reads: [
      "score.landing.pull_request",
      ...["remote", "upstream", "forge", "draft", "labels", "title", "body", "for_failed"].map(
        (key) => `score.landing.pull_request.${key}`,
      ),
    ],
    prepare: (kit) => {
      for (const name of ["fork", "up"]) kit.git("remote", "add", name, kit.repository);
    },
    score: {
      landing: {
        pull_request: {
          remote: "fork",
          upstream: "up",
          forge: "gitea",
          draft: true,
          labels: ["tutti"],
          title: "{{ title }} by {{ agent }}",
          body: "Sheet {{ sheet_num }}.",
          for_failed: true,
        },
      },
      agent: idler,
      sheets,
    },
    seen: async (kit) => {
      const { plan, sheets: seen } = await meant(kit);
      return { plan: (plan.landing as { readonly pull_request: unknown }).pull_request, sheet: seen[0]?.pull_request };
    },
    expected: {
      plan: { remote: "fork", upstream: "up", forge: "gitea", draft: true, labels: ["tutti"], for_failed: true },
      sheet: { title: "a by true", body: "Sheet 1." },
    },
  },
  {
    fact: "a score says what commits say, and a sheet's keys go before its own",
    reads: [
      "score.commit",
      "sheet.commit",
      ...["type", "scope", "summary", "body", "trailers", "co_authors"].map((key) => `commit.${key}`),
    ],
    score: {
      commit: {
        type: "fix",
        scope: "core",
        body: "Sheet {{ sheet_num }}.",
        trailers: { Ticket: "T-1" },
        co_authors: ["Ada <ada@example.com>"],
      },
      agent: idler,
      sheets: [
        ...sheets,
        { id: "b", prompt: "-", commit: { scope: "ui", summary: "mend {{ sheet }}", trailers: { Team: "t" } } },
      ],
    },
    seen: async (kit) => (await meant(kit)).sheets.map(({ commit }) => commit),
    expected: [
      {
        type: "fix",
        scope: "core",
        summary: null,
        body: "Sheet 1.",
        trailers: { Ticket: "T-1" },
        co_authors: ["Ada <ada@example.com>"],
      },
      {
        type: "fix",
        scope: "ui",
        summary: "mend b",
        body: "Sheet 2.",
        trailers: { Ticket: "T-1", Team: "t" },
        co_authors: ["Ada <ada@example.com>"],
      },
    ],
  },
];
