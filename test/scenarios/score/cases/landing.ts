import { type Case, idler, meant, shell } from "../case.ts";

/** They change nothing, so that nothing is landed, pushed or proposed. */
const sheets = [{ id: "a", prompt: "-" }];

/** Keys about landing and commits, most of them as the plan has them. */
export const landingCases: readonly Case[] = [
  {
    fact: "a score says how results land, what they are tested by and where they go",
    reads: [
      ...["strategy", "gates", "tests", "batch", "protected", "promises", "merge", "sign", "push", "collisions"].map(
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
        collisions: "wait",
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
      collisions: "wait",
      pull_request: null,
    },
  },
  {
    fact: "a file that a command makes is made again from what both sheets did, where it conflicts",
    reads: ["", ".paths", ".run"].map((key) => `score.landing.merge.generated${key}`),
    files: { "parts/0": "", "made/list.txt": "0\n" },
    score: {
      landing: { merge: { generated: [{ paths: ["made/**"], run: "ls parts >made/list.txt" }] } },
      // Each begins before the other ends, so that both begin with the same files.
      agent: shell(
        'echo >"$TUTTI_WORKSPACE/$TUTTI_SHEET"; until [ -e "$TUTTI_WORKSPACE/a" ] && [ -e "$TUTTI_WORKSPACE/b" ]; do sleep 0.05; done; echo >"parts/$TUTTI_SHEET"; ls parts >made/list.txt',
      ),
      parallel: 2,
      prompt: "-",
      retry: { attempts: 1, completions: 0, conflicts: 0 },
      sheets: [{ id: "a" }, { id: "b" }],
    },
    seen: (kit, { states }) => [states, kit.at("main", "made/list.txt")],
    expected: [{ a: "landed", b: "landed" }, "0\na\nb\n"],
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
