import { type Case, events, idler, landed, mostAtOnce, once, why } from "../case.ts";

/** Keys about which sheets there are, and when they are played. */
export const orderCases: readonly Case[] = [
  {
    fact: "a sheet starts from what the sheets it comes after have landed, under its own name and title",
    reads: ["score.sheets", "sheet.id", "sheet.after", "sheet.title"],
    score: {
      agent: "scripted",
      retry: once,
      sheets: [
        { id: "draft", prompt: "create text.txt one" },
        { id: "edit", title: "Edit sheet {{ sheet_num }}", after: ["draft"], prompt: "edit text.txt one two" },
      ],
    },
    seen: (kit, { states }) => [
      states,
      kit.at("main", "text.txt"),
      kit.git("log", "--format=%s|%(trailers:key=Tutti-Sheet,valueonly,separator=)").trim(),
    ],
    expected: [{ draft: "landed", edit: "landed" }, "two\n", "chore: Edit sheet 2|edit\nchore: draft|draft\nbegin|"],
  },
  {
    fact: "a sheet that fans out is played once for each copy",
    reads: ["sheet.fan_out"],
    score: {
      agent: "scripted",
      sheets: [{ id: "part", fan_out: 3, prompt: "create {{ sheet }}.txt {{ instance }} of {{ fan_count }}" }],
    },
    seen: (kit) => landed(kit).map((path) => `${path}: ${kit.at("main", path).trim()}`),
    expected: ["a.txt: a", "part-1.txt: 1 of 3", "part-2.txt: 2 of 3", "part-3.txt: 3 of 3"],
  },
  {
    fact: "of a sheet with best_of one result lands: of those that pass, the first when no judge can choose",
    reads: ["sheet.best_of", "sheet.best_of.count", "sheet.best_of.agents", "sheet.best_of.judge"],
    score: {
      agents: { failing: { command: ["false"] } },
      retry: once,
      sheets: [
        {
          id: "part",
          best_of: { count: 3, agents: ["failing", "scripted"], judge: "scripted" },
          prompt: "create {{ sheet }}.txt {{ instance }}",
        },
        { id: "two", best_of: 2, agent: "scripted", prompt: "create {{ sheet }}.txt {{ instance }}" },
      ],
    },
    seen: (kit, { states }) => [states, ...landed(kit)],
    expected: [
      { "part-1": "done", "part-2": "landed", "part-3": "done", "two-1": "landed", "two-2": "done" },
      "a.txt",
      "part-2.txt",
      "two-1.txt",
    ],
  },
  {
    fact: "items are dealt out in groups, from the first that is wanted, and in order when asked for",
    reads: ["sheet.items", "sheet.items.total", "sheet.items.size", "sheet.items.start", "sheet.items.sequential"],
    score: {
      agent: "scripted",
      prompt: "create {{ sheet }}.txt {{ start_item }}-{{ end_item }}",
      sheets: [{ id: "deal", items: { total: 7, size: 2, start: 3, sequential: true } }],
    },
    seen: (kit, played) => [mostAtOnce(played), ...landed(kit).map((path) => kit.at("main", path).trim())],
    expected: [1, "a", "3-4", "5-6", "7-7"],
  },
  {
    fact: "a single sheet may have a range of items",
    reads: ["sheet.item_range"],
    score: { agent: idler, sheets: [{ id: "a", item_range: [11, 20], prompt: "{{ start_item }} to {{ end_item }}" }] },
    seen: (kit) => kit.log("a"),
    expected: "11 to 20",
  },
  {
    fact: "a sheet whose skip_when holds is passed over, and those after it go on",
    reads: ["sheet.skip_when"],
    score: {
      agent: "scripted",
      prompt: "create {{ sheet }}.txt x",
      sheets: [
        { id: "a" },
        { id: "b", after: "a", skip_when: 'sheets["a"].state == "landed"' },
        { id: "c", after: "b", prompt: "create c.txt {{ skipped_upstream }}" },
      ],
    },
    seen: (kit, played) => [
      played.how,
      played.states,
      why(played, "b"),
      events(played, "b").map(({ kind }) => kind),
      landed(kit),
      kit.at("main", "c.txt"),
    ],
    expected: [
      { kind: "finished", failed: 0 },
      { a: "landed", b: "skipped", c: "landed" },
      'skip_when: sheets["a"].state == "landed"',
      ["skipped"],
      ["a.txt", "c.txt"],
      "[2]\n",
    ],
  },
  {
    fact: "a sheet whose skip command succeeds in its context is passed over, with its reason and without a trace",
    reads: ["sheet.skip_when_command", "sheet.skip_when_command.command", "sheet.skip_when_command.description"],
    score: {
      agent: "scripted",
      prompt: "create {{ sheet }}.txt x",
      sheets: [
        { id: "a" },
        { id: "b", after: "a", skip_when_command: { command: "test -f a.txt", description: "a is there already" } },
        { id: "c", after: "b", skip_when_command: "test -f b.txt" },
      ],
    },
    seen: async (kit, played) => [played.how, played.states, why(played, "b"), landed(kit), await kit.contexts()],
    expected: [
      { kind: "finished", failed: 0 },
      { a: "landed", b: "skipped", c: "landed" },
      "a is there already",
      ["a.txt", "c.txt"],
      [],
    ],
  },
  {
    fact: "a skip command that does not end in time says neither yes nor no, so the sheet fails",
    reads: ["sheet.skip_when_command.timeout"],
    score: {
      agent: "scripted",
      prompt: "create b.txt b",
      sheets: [{ id: "a", skip_when_command: { command: "sleep 1; false", timeout: "100ms" } }],
    },
    seen: (kit, played) => [played.states, why(played, "a"), landed(kit)],
    expected: [{ a: "failed" }, "preconditions failed: skip_when_command: did not end within 0.1 s", ["a.txt"]],
  },
  {
    fact: "a skip command that takes too long lets the sheet be played where the score says so",
    reads: ["sheet.skip_when_command.on_timeout"],
    score: {
      agent: "scripted",
      prompt: "create b.txt b",
      sheets: [{ id: "a", skip_when_command: { command: "sleep 1; true", timeout: "100ms", on_timeout: "play" } }],
    },
    seen: (_, played) => played.states,
    expected: { a: "landed" },
  },
];
