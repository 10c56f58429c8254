import { type Incident, endOf, expecting } from "./incident.ts";

/** What others do to the target, and to the checkout of it, meanwhile. */
export const targetIncidents: readonly Incident[] = [
  {
    name: "target moved between gate and swap",
    files: { "a.txt": "a\n" },
    ways: 1,
    play: async (kit) => {
      kit.git("branch", "release");
      // The first run of the gate commits on the target behind the queue's back; the tree it passed is not what would
      // be landed on any more.
      const git = `git -C '${kit.repository}'`;
      const outside = `${git} update-ref refs/heads/release "$(${git} commit-tree 'release^{tree}' -p release -m outside)"`;
      const run = `echo run >>'${kit.root}/runs'; test "$(wc -l <'${kit.root}/runs')" -gt 1 || ${outside}`;
      const played = await kit.play(
        { a: "create b.txt b" },
        { score: { target: "release", landing: { gates: [{ name: "slow", run }] } } },
      );
      const { wrong, is } = expecting();
      is("the end", played.states, { a: "landed" });
      is("the line", kit.git("log", "--format=%s", "release").trim().split("\n"), ["chore: a", "outside", "begin"]);
      is(
        "what was withdrawn",
        played.progress.filter((item) => item.kind === "sheet" && item.event.kind === "withdrawn").length <= 1,
        true,
      );
      return { played, ended: `${endOf(played)}: on top of the other commit`, wrong };
    },
  },
  {
    name: "target moved between gate and swap, with another tree",
    files: { "a.txt": "a\n" },
    ways: 1,
    play: async (kit) => {
      kit.git("branch", "release");
      const git = `git -C '${kit.repository}'`;
      const tree = `{ ${git} ls-tree release; printf '100644 blob %s\\toutside.txt\\n' "$(echo outside | ${git} hash-object -w --stdin)"; } | ${git} mktree`;
      const outside = `${git} update-ref refs/heads/release "$(${git} commit-tree "$(${tree})" -p release -m outside)"`;
      const run = `ls >>'${kit.root}/runs'; echo run >>'${kit.root}/runs'; test "$(grep -c '^run$' '${kit.root}/runs')" -gt 1 || ${outside}`;
      const played = await kit.play(
        { a: "create b.txt b" },
        { score: { target: "release", landing: { gates: [{ name: "slow", run }] } } },
      );
      const { wrong, is } = expecting();
      is("the end", played.states, { a: "landed" });
      is("the line", kit.git("log", "--format=%s", "release").trim().split("\n"), ["chore: a", "outside", "begin"]);
      is("outside.txt", kit.at("release", "outside.txt"), "outside\n");
      // What landed was tested: the gate was asked again, of a tree that has both.
      is("what the gate saw last", kit.read("../runs").trim().split("\n").slice(-4), [
        "a.txt",
        "b.txt",
        "outside.txt",
        "run",
      ]);
      return { played, ended: `${endOf(played)}: tested again with the other commit`, wrong };
    },
  },
  {
    name: "target checked out and dirty",
    files: { "mine.txt": "mine\n", "staged.txt": "staged\n", "work.txt": "work\n" },
    ways: 2,
    play: async (kit, way) => {
      kit.write("mine.txt", "mine, edited\n");
      kit.write("staged.txt", "staged, edited\n");
      kit.git("add", "staged.txt");
      kit.write("untracked.txt", "new\n");
      const before = kit.git("rev-parse", "main");
      const status = kit.git("status", "--porcelain");
      const played = await kit.play({
        a: way === 0 ? "edit work.txt work done" : "edit mine.txt mine theirs",
        b: { script: "create b.txt b", after: ["a"] },
      });
      const { wrong, is } = expecting();
      is("the end", played.states, { a: "landed", b: "landed" });
      is("git status", kit.git("status", "--porcelain"), status);
      for (const [path, text] of [
        ["mine.txt", "mine, edited\n"],
        ["staged.txt", "staged, edited\n"],
        ["untracked.txt", "new\n"],
      ] as const)
        is(path, kit.read(path), text);
      if (way === 0) is("work.txt", kit.read("work.txt"), "done\n");
      else {
        is("main", kit.git("rev-parse", "main"), before);
        is("the branch of its own", kit.at(`tutti/${played.job.id}`, "mine.txt"), "theirs\n");
      }
      return {
        played,
        ended: `${endOf(played)} on ${way === 0 ? "main" : "a branch of its own"}: the user's changes stay`,
        wrong,
      };
    },
  },
];
