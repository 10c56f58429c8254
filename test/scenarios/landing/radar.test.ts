import { afterEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { RadarView } from "../../../src/api/contract/landing.ts";
import { watchRadar } from "../../../src/cli/landing/radar.ts";
import { gitIn } from "../../kit/git.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { happened, type Live, withLive } from "../../kit/live.ts";
import { itLong, oneOf } from "../../kit/long.ts";
import { pause } from "../../kit/pause.ts";
import { makeRepository } from "../../kit/repository.ts";

const lines = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
const often = { snapshot_minutes: 0.002 };

/** Sheets that do this and then wait until the story lets them go on. */
function score(live: Pick<Live, "gate">, scripts: Readonly<Record<string, string>>, more: object = {}): string {
  const sheets = Object.entries(scripts).map(([id, script]) => ({ id, prompt: `${script}\nwait-for ${live.gate}` }));
  return stringify({
    name: "story",
    agent: "scripted",
    isolation: often,
    retry: { base_delay: "1ms" },
    ...more,
    sheets,
  });
}

/** Looks until the snapshots of all these sheets have as many files as they are to have. */
async function radarWhen(live: Live, files: Readonly<Record<string, number>>): Promise<RadarView> {
  for (;;) {
    const view = await live.tutti.call("radar.look", { folder: live.repository });
    const isThere = ([sheet, many]: readonly [string, number]): boolean =>
      view.sheets.some((one) => one.sheet === sheet && one.files === many);
    if (Object.entries(files).every(isThere)) return view;
    await pause();
  }
}

type Short = readonly [string, string, Readonly<Record<string, string>>];

/** Sheet, sheet or `target`, and what is wrong by path. */
function collisions(view: RadarView): readonly Short[] {
  return view.collisions.map(({ left, right, at }) => [
    left.sheet,
    right?.sheet ?? "target",
    Object.fromEntries(at.map(({ path, kind }) => [path, kind])),
  ]);
}

describe("live sheets are seen to collide while their agents still work", () => {
  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, number>>, readonly Short[]]>(
    oneOf(2, [
      [
        "two that edit one line, and a third elsewhere",
        { one: "edit list.txt 1 one", two: "edit list.txt 1 uno", far: "create far/away.txt far" },
        { one: 1, two: 1, far: 1 },
        [["one", "two", { "list.txt": "same lines" }]],
      ],
      [
        "a delete against an edit",
        { edits: "edit list.txt 1 one", deletes: "delete list.txt" },
        { edits: 1, deletes: 1 },
        [["edits", "deletes", { "list.txt": "edit against delete" }]],
      ],
      [
        "an edit of the line that the other edits in the file it renames",
        { edits: "edit list.txt 1 one", renames: "edit list.txt 1 uno\nrename list.txt moved.txt" },
        { edits: 1, renames: 2 },
        [["edits", "renames", { "moved.txt": "same lines" }]],
      ],
      [
        "a new file in a folder that the other renames",
        { adds: "create x/new.txt new", renames: "rename x y" },
        { adds: 1, renames: 4 },
        [["adds", "renames", { "y/new.txt": "folder renamed", "x/new.txt": "folder renamed" }]],
      ],
      [
        "two that add the same hostile name",
        { one: 'create "a\u001b[31m‮b" one', two: 'create "a\u001b[31m‮b" two' },
        { one: 1, two: 1 },
        [["one", "two", { "a\\u001b[31m\\u202eb": "both added" }]],
      ],
      [
        "a file against a folder",
        { file: "create d file", folder: "create d/in.txt folder" },
        { file: 1, folder: 1 },
        [["file", "folder", { d: "file against folder" }]],
      ],
    ]),
  )("%s", async (_, ...[scripts, files, expected]) => {
    const repository = makeRepository({ "list.txt": lines, "x/a": `a\n${lines}`, "x/b": `b\n${lines}` }).path;
    await withLive(
      async (live) => {
        await live.submit(score(live, scripts), { parallel: 4 });
        const view = await radarWhen(live, files);
        const told = collisions(view).map(([left, right, at]) => [
          left,
          right,
          Object.fromEntries(Object.entries(at).filter(([path]) => !path.includes("~"))),
        ]);
        expect(told).toEqual(expected);
        expect(view.sheets.map(({ state, from, why }) => [state, from, why])).toEqual(
          Object.keys(scripts).map(() => ["running", "snapshot", null]),
        );
        expect(view.unjudged).toEqual([]);
      },
      { repository },
    );
  });

  it("an edit and a rename that merge are a meeting, not a collision; those apart are neither", async () => {
    const repository = makeRepository({ "list.txt": lines }).path;
    await withLive(
      async (live) => {
        await live.submit(
          score(live, { edits: "edit list.txt 1 one", renames: "rename list.txt moved.txt", far: "create far far" }),
          { parallel: 4 },
        );
        const view = await radarWhen(live, { edits: 1, renames: 2, far: 1 });
        expect(collisions(view)).toEqual([]);
        expect(view.meetings.map(({ left, right, at, paths }) => [left.sheet, right?.sheet, at, paths])).toEqual([
          ["edits", "renames", ["list.txt"], 1],
        ]);
      },
      { repository },
    );
  });
});

it("landed work is compared with each unfinished sheet, and collisions are shown", async () => {
  const repository = makeRepository({ "list.txt": lines }).path;
  await withLive(
    async (live) => {
      await live.submit(
        score(live, { top: "edit list.txt 1 uno", bottom: "edit list.txt 9 nove", too: "edit list.txt 1 ein" }),
        { parallel: 4 },
      );
      await radarWhen(live, { top: 1, bottom: 1, too: 1 });
      const landing = await live.submit(
        stringify({ name: "quick", agent: "scripted", sheets: [{ id: "quick", prompt: "edit list.txt 1 one" }] }),
      );
      await live.until(landing, happened("sheet.landed"));
      const view = await live.tutti.call("radar.look", { folder: live.repository });
      const at = { "list.txt": "same lines" };
      expect(collisions(view)).toEqual([
        ["top", "target", at],
        ["too", "target", at],
        ["top", "too", at],
      ]);
      expect(view.meetings.map(({ left, right }) => [left.sheet, right?.sheet ?? "target"])).toEqual([
        ["bottom", "target"],
        ["top", "bottom"],
        ["bottom", "too"],
      ]);
      // Those that collide with fewer come first.
      expect(view.order.map(({ sheet }) => sheet)).toEqual(["bottom", "top", "too"]);
    },
    { repository },
  );
});

itLong(
  "sheets of several jobs are seen together, or those of one job alone; a job that there is not is refused",
  async () => {
    const repository = makeRepository({ "list.txt": lines }).path;
    await withLive(
      async (live) => {
        const first = await live.submit(score(live, { fix: "edit list.txt 1 one" }));
        await live.submit(score(live, { fix: "edit list.txt 1 uno" }));
        const view = await (async () => {
          for (;;) {
            const seen = await live.tutti.call("radar.look", { folder: live.repository });
            if (seen.sheets.length === 2 && seen.sheets.every(({ files }) => files === 1)) return seen;
          }
        })();
        expect(view.collisions).toHaveLength(1);
        const alone = await live.tutti.call("radar.look", { job: first, folder: "/" });
        expect([alone.sheets.map(({ job }) => job), alone.collisions]).toEqual([[first], []]);
        await expect(live.tutti.call("radar.look", { job: "none", folder: "/" })).rejects.toMatchObject({
          code: "job.unknown",
        });
      },
      { repository },
    );
  },
);

it("a running sheet without a snapshot is unknown, and says why", async () => {
  const repository = makeRepository({ "list.txt": lines }).path;
  await withLive(
    async (live) => {
      const job = await live.submit(
        score(live, { fix: "edit list.txt 1 one" }, { isolation: { snapshot_minutes: 0 } }),
      );
      await live.until(job, happened("sheet.started"));
      const { sheets, collisions: none } = await live.tutti.call("radar.look", { folder: live.repository });
      expect(none).toEqual([]);
      expect(sheets).toMatchObject([{ sheet: "fix", state: "running", from: null, at: null, files: null }]);
      expect(sheets[0]?.why).toContain("no snapshot of attempt 1");
    },
    { repository },
  );
});

itLong("work that a paused sheet goes on from is live, as old as it is", async () => {
  const repository = makeRepository({ "list.txt": lines }).path;
  await withLive(
    async (live) => {
      const job = await live.submit(score(live, { one: "edit list.txt 1 one", two: "edit list.txt 1 uno" }), {
        parallel: 2,
      });
      await radarWhen(live, { one: 1, two: 1 });
      await live.tutti.call("job.pause", { job, now: true });
      await live.until(job, happened("job.paused"));
      const view = await live.tutti.call("radar.look", { job, folder: live.repository });
      expect(view.sheets.map(({ state, from, files }) => [state, from, files])).toEqual([
        ["waiting", "kept", 1],
        ["waiting", "kept", 1],
      ]);
      expect(collisions(view)).toEqual([["one", "two", { "list.txt": "same lines" }]]);
      expect(view.collisions[0]?.since).toBe(Math.max(...view.sheets.map(({ at }) => at ?? 0)));
    },
    { repository },
  );
});

it("results that wait for a person are live, and looking at them leaves no object in the store", async () => {
  const repository = makeRepository({ "list.txt": lines }).path;
  await withLive(
    async (live) => {
      const sheets = [
        { id: "one", prompt: "edit list.txt 1 one" },
        { id: "two", prompt: "edit list.txt 1 uno" },
      ];
      const job = await live.submit(stringify({ name: "waits", agent: "scripted", landing: "approve", sheets }));
      let left = 2;
      await live.until(job, (event) => event.type === "sheet.captured" && (left -= 1) === 0);
      const store = (await live.status(job)).store ?? "";
      const objects = (): string => gitIn(store, ["count-objects", "-v"]);
      const before = objects();
      const first = await live.tutti.call("radar.look", { folder: live.repository });
      expect(first.sheets.map(({ state, from }) => [state, from])).toEqual([
        ["captured", "capture"],
        ["captured", "capture"],
      ]);
      expect(collisions(first)).toEqual([["one", "two", { "list.txt": "same lines" }]]);
      expect(await live.tutti.call("radar.look", { folder: live.repository })).toEqual(first);
      expect(objects()).toBe(before);
    },
    { repository },
  );
});

it("a watcher sees changes as they happen, until nothing is live any more", async () => {
  const repository = makeRepository({ "list.txt": lines }).path;
  await withLive(
    async (live) => {
      const job = await live.submit(
        score(
          live,
          { one: "edit list.txt 1 one", two: "edit list.txt 9 nine" },
          { isolation: { snapshot_minutes: 0 } },
        ),
        {
          parallel: 2,
        },
      );
      let left = 2;
      await live.until(job, (event) => event.type === "sheet.started" && (left -= 1) === 0);
      const seen: RadarView[] = [];
      const show = (view: RadarView): void => {
        seen.push(view);
        live.open();
      };
      const look = (): Promise<RadarView> => live.tutti.call("radar.look", { folder: live.repository });
      // Nothing but what is heard makes it look again.
      const last = await watchRadar(live.tutti, {
        look,
        show,
        stop: new AbortController().signal,
        againMs: 2 ** 31 - 1,
      });
      expect([seen[0]?.sheets.length, seen.at(-1)?.sheets, last.sheets]).toEqual([2, [], []]);
    },
    { repository },
  );
});

describe("the command line", () => {
  let kit: Kit;
  afterEach(() => {
    kit.dispose();
  });

  it("tells who collides and exits 1, without a conductor; 0 when nothing is live; 2 for a job that there is not", async () => {
    kit = makeKit({ "list.txt": lines });
    for (const more of [[], ["--watch"]])
      expect(kit.cli("radar", ...more)).toMatchObject({
        code: 0,
        out: expect.stringContaining("Nothing is live") as string,
      });
    await kit.play(
      { one: "edit list.txt 1 one", two: "edit list.txt 1 uno" },
      { score: { landing: "approve" }, parallel: 2 },
    );
    const told = kit.cli("radar");
    expect([told.code, told.out]).toEqual([
      1,
      expect.stringMatching(/^✗ one \(result, .* old\) ↔ two \(result, .* old\) {2}same lines: list\.txt {2}since /),
    ]);
    expect(told.out).toContain("2 live sheets: 1 collision");
    const read = JSON.parse(kit.cli("radar", "--json").out) as RadarView;
    expect(collisions(read)).toEqual([["one", "two", { "list.txt": "same lines" }]]);
    expect(kit.cli("radar", "no-such-job").code).toBe(2);
    expect(kit.cli("radar", "--repo", kit.root).code).toBe(2);
  });
});
