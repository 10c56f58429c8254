import { type Incident, endOf, expecting, once, untilThen } from "./incident.ts";

/** What agents do with git itself. */
export const commitIncidents: readonly Incident[] = [
  {
    name: "a rebase that would drop a patch-equivalent commit",
    files: { "README.md": "hello\n" },
    ways: 1,
    play: async (kit) => {
      const script = `${untilThen}\ncreate x.txt same\ncommit add x\ncreate y.txt y\ncommit add y`;
      const played = await kit.play(
        { first: "create x.txt same", second: script },
        { parallel: 2, score: { landing: { strategy: "rebase" } }, ...once(kit, "first", "landed") },
      );
      const { wrong, is } = expecting();
      is("the end", played.states, { first: "landed", second: "landed" });
      const log = kit.git(
        "log",
        "--reverse",
        "--format=%s%x09%(trailers:key=Tutti-Sheet,valueonly,separator=)%x09%(trailers:key=Tutti-Part,valueonly,separator=)",
        "main",
      );
      is(
        "what the agent committed on main",
        log.split("\n").filter((line) => line.includes("\tsecond\t")),
        ["add x\tsecond\t1/2", "add y\tsecond\t2/2"],
      );
      is("y.txt", kit.at("main", "y.txt"), "y\n");
      return { played, ended: `${endOf(played)}: both commits there`, wrong };
    },
  },
  {
    name: "a sheet that did git reset --soft main",
    files: { "README.md": "hello\n", "others.txt": "1\n" },
    ways: 2,
    play: async (kit, way) => {
      const reset = [
        "until test -e ../../../../go; do sleep 0.02; done",
        `git fetch --quiet '${kit.repository}' main && git reset --soft FETCH_HEAD`,
        "echo mine >mine.txt && git add --all && git -c user.name=Agent -c user.email=agent@tutti.invalid commit --quiet --message everything",
      ];
      const score = {
        name: "story",
        agent: "scripted",
        parallel: 2,
        landing: { strategy: way === 0 ? "squash" : "rebase" },
        retry: { conflicts: 0 },
        sheets: [
          { id: "other", prompt: "edit others.txt 1 2\ncreate theirs.txt theirs" },
          { id: "resetter", prompt: "do it", agent: { command: ["sh", "-c", reset.join("\n")] } },
        ],
      };
      const played = await kit.playScore(score, { parallel: 2, ...once(kit, "other", "landed") });
      const { wrong, is } = expecting();
      is("others.txt on main", kit.at("main", "others.txt"), "2\n");
      is("theirs.txt on main", kit.at("main", "theirs.txt"), "theirs\n");
      // Squashed it lands as its own change; its commit takes others' work out, so commit by commit it is refused.
      if (way === 0) is("the end", played.states, { other: "landed", resetter: "landed" });
      else is("the end is one of two", ["landed", "failed"].includes(played.states["resetter"] ?? ""), true);
      if (played.states["resetter"] === "landed") is("mine.txt on main", kit.at("main", "mine.txt"), "mine\n");
      return { played, ended: `${endOf(played)}: others' work is there`, wrong };
    },
  },
  {
    name: "a sheet built on a stale base that would revert others",
    files: { "list.txt": "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "gone.txt": "old\n" },
    ways: 2,
    play: async (kit, way) => {
      const strategy = way === 0 ? "squash" : "merge";
      const stale = `create b.txt b\nedit list.txt 9 nine\n${untilThen}`;
      const sheets = { first: "edit list.txt 1 one\ndelete gone.txt\ncreate new.txt new", stale };
      const played = await kit.play(sheets, {
        parallel: 2,
        score: { landing: { strategy } },
        ...once(kit, "first", "landed"),
      });
      const { wrong, is } = expecting();
      is("the end", played.states, { first: "landed", stale: "landed" });
      is("list.txt", kit.at("main", "list.txt"), "one\n2\n3\n4\n5\n6\n7\n8\nnine\n");
      is("all files", kit.git("ls-tree", "-r", "--name-only", "main").trim().split("\n"), [
        "b.txt",
        "list.txt",
        "new.txt",
      ]);
      return { played, ended: `${endOf(played)}: nothing reverted`, wrong };
    },
  },
  {
    name: "a sheet that changes nothing",
    files: { "a.txt": "same\n" },
    ways: 1,
    play: async (kit) => {
      const before = kit.git("rev-parse", "main");
      const undone = "create b.txt b\ncommit one\ndelete b.txt\ncommit two";
      const played = await kit.play({ nothing: "print all good", same: "create a.txt same", undone }, { parallel: 3 });
      const { wrong, is } = expecting();
      is("the end", played.states, { nothing: "done", same: "done", undone: "done" });
      is("main", kit.git("rev-parse", "main"), before);
      return { played, ended: `${endOf(played)}: main not moved`, wrong };
    },
  },
];
