import { type Incident, endOf, expecting, once, untilThen } from "./incident.ts";

/** Two sheets at the same place. */
export const meetingIncidents: readonly Incident[] = [
  {
    name: "two sheets editing one line",
    files: { "list.txt": "1\n2\n3\n" },
    ways: 1,
    play: async (kit) => {
      const sheets = {
        first: "edit list.txt 2 two",
        second: { script: `${untilThen}\nedit list.txt 2 due`, retry: { conflicts: 0 } },
      };
      const played = await kit.play(sheets, { parallel: 2, ...once(kit, "first", "landed") });
      const { wrong, is } = expecting();
      is("the end", played.states, { first: "landed", second: "failed" });
      is("list.txt", kit.at("main", "list.txt"), "1\ntwo\n3\n");
      return { played, ended: `${endOf(played)}: the second kept`, wrong };
    },
  },
  {
    name: "delete against edit",
    files: { "a.txt": "1\n2\n3\n", "b.txt": "b\n" },
    ways: 2,
    play: async (kit, way) => {
      const [first, second] = way === 0 ? ["delete a.txt", "edit a.txt 2 two"] : ["edit a.txt 2 two", "delete a.txt"];
      const sheets = { first, second: { script: `${second}\n${untilThen}`, retry: { conflicts: 0 } } };
      const played = await kit.play(sheets, { parallel: 2, ...once(kit, "first", "landed") });
      const { wrong, is } = expecting();
      is("the end", played.states, { first: "landed", second: "failed" });
      const files = kit.git("ls-tree", "--name-only", "main").trim().split("\n");
      is("the files", files, way === 0 ? ["b.txt"] : ["a.txt", "b.txt"]);
      if (way === 1) is("a.txt", kit.at("main", "a.txt"), "1\ntwo\n3\n");
      return { played, ended: `${endOf(played)}: what landed first stands`, wrong };
    },
  },
  {
    name: "rename against edit",
    files: { "old.txt": "1\n2\n3\n4\n5\n6\n7\n8\n" },
    ways: 2,
    play: async (kit, way) => {
      const [first, second] =
        way === 0 ? ["rename old.txt new.txt", "edit old.txt 2 two"] : ["edit old.txt 2 two", "rename old.txt new.txt"];
      const sheets = {
        first,
        second: `on-attempt 1 ${second}\non-attempt 1 ${untilThen}\non-attempt 2 edit new.txt 2 two`,
      };
      const played = await kit.play(sheets, { parallel: 2, ...once(kit, "first", "landed") });
      const { wrong, is } = expecting();
      is("the end", played.states, { first: "landed", second: "landed" });
      is("the files", kit.git("ls-tree", "--name-only", "main").trim(), "new.txt");
      is("new.txt", kit.at("main", "new.txt"), "1\ntwo\n3\n4\n5\n6\n7\n8\n");
      return { played, ended: `${endOf(played)}: the edit is in the renamed file`, wrong };
    },
  },
  {
    name: "case-only rename",
    files: { "README.md": "1\n2\n3\n4\n5\n6\n7\n8\n" },
    ways: 2,
    play: async (kit, way) => {
      const [first, second] =
        way === 0
          ? ["rename README.md readme.md", "edit README.md 2 two"]
          : ["edit README.md 2 two", "rename README.md readme.md"];
      const sheets = {
        first,
        second: `on-attempt 1 ${second}\non-attempt 1 ${untilThen}\non-attempt 2 edit readme.md 2 two`,
      };
      const played = await kit.play(sheets, { parallel: 2, ...once(kit, "first", "landed") });
      const { wrong, is } = expecting();
      is("the end", played.states, { first: "landed", second: "landed" });
      is("the files", kit.git("ls-tree", "--name-only", "main").trim(), "readme.md");
      is("readme.md", kit.at("main", "readme.md"), "1\ntwo\n3\n4\n5\n6\n7\n8\n");
      return { played, ended: `${endOf(played)}: one file, with the edit`, wrong };
    },
  },
];
