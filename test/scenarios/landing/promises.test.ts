import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { endingOf } from "../../../src/api/contract/ending.ts";
import type { JobId } from "../../../src/base/ids.ts";
import { lostWords, promiseWords } from "../../../src/sheet/promises.ts";
import { failedOf } from "../../../src/sheet/verdict.ts";
import { tempFolder } from "../../kit/folders.ts";
import { gitIn, printedBy } from "../../kit/git.ts";
import { type Live, happened, rests, withLive } from "../../kit/live.ts";
import { itLong } from "../../kit/long.ts";
import { makeRepository } from "../../kit/repository.ts";
import { fileAt, scoreOf, states } from "../conductor/story.ts";

/** A score whose agent does what the script says, with what it is told on its standard input. */
function scoreBy(script: string, sheets: Parameters<typeof scoreOf>[0], more: object = {}): string {
  const retry = { attempts: 4, completions: 0, base_delay: "0s", max_delay: "0s" };
  return scoreOf(sheets, { agent: { command: ["sh", "-c", script] }, parallel: 4, retry, ...more });
}

const landedAs = (live: Live, job: JobId, sheet: string): Promise<void> =>
  live.until(job, happened("sheet.landed", sheet));

it("a result that breaks what another one landed with is sent back, with the sheet's name, until it does not; each tree is asked once", async () => {
  const marks = tempFolder();
  const repository = makeRepository({ conf: "limit=10\n" });
  await withLive(
    async (live) => {
      // The second attempt starts from the reader's work, and breaks it all the same.
      const script = `told=$(cat); case $TUTTI_SHEET in
        reader) echo r > reader.txt ;;
        changer) while test ! -e '${live.gate}'; do sleep 0.05; done; echo c > changer.txt
          printf '%s' "$told" > '${marks}/told-'$TUTTI_ATTEMPT; test $TUTTI_ATTEMPT = 3 || echo limit=20 > conf ;;
      esac`;
      const reads = `git rev-parse 'HEAD^{tree}' >> '${marks}/asked'; grep -q limit=10 conf`;
      const job = await live.submit(
        scoreBy(script, {
          reader: { script: "read", validations: [{ command: reads }] },
          changer: { script: "change", validations: [{ file_exists: "changer.txt" }] },
        }),
      );
      await landedAs(live, job, "reader");
      live.open();
      await live.until(job, rests(1));

      expect([await states(live, job), fileAt(live.repository, "conf")]).toEqual([
        { reader: "landed", changer: "landed" },
        "limit=10",
      ]);
      const rejected = (await live.events(job)).flatMap(({ type, recorded }) =>
        type === "sheet.validation_failed" && recorded.about === "sheet" && recorded.event.kind === "rejected"
          ? [recorded.event.verdict]
          : [],
      );
      expect(rejected.map((verdict) => failedOf(verdict).map(({ promisedBy }) => promisedBy))).toEqual([
        [["reader"]],
        [["reader"]],
      ]);
      expect(readFileSync(join(marks, "told-2"), "utf8")).toMatch(
        /these sheets no longer hold what they landed with\. Keep it true:\n- reader: git rev-parse .*exited 1/s,
      );
      // A failed gate runs twice; a passed one, once.
      const trees = readFileSync(join(marks, "asked"), "utf8").trim().split("\n");
      const final = gitIn(live.repository, ["rev-parse", "main^{tree}"]);
      expect(trees.filter((tree) => tree === final)).toHaveLength(1);
      expect(Math.max(...trees.map((tree) => trees.filter((other) => other === tree).length))).toBe(2);
      const { promises } = await live.status(job);
      expect(promises).toEqual({
        kind: "asked",
        target: "refs/heads/main",
        commit: gitIn(live.repository, ["rev-parse", "main"]),
        promised: 2,
        kept: 2,
        unasked: 0,
        lost: [],
      });
      const receipt = gitIn(live.repository, [
        "show",
        `refs/tutti/receipts:${
          gitIn(live.repository, ["ls-tree", "-r", "--name-only", "refs/tutti/receipts"])
            .split("\n")
            .find((path) => path.endsWith("changer.json")) ?? ""
        }`,
      ]);
      expect(JSON.parse(receipt)).toMatchObject({
        promises: [{ by: [{ job, sheet: "reader" }], passed: true, tree: final }],
      });
      const { landings, ends } = await live.tutti.call("landing.verify", { folder: live.repository });
      expect(landings.map(({ problems }) => problems)).toEqual([[], []]);
      expect(ends).toMatchObject([{ job, outcome: "proven", problems: [], promises }]);
      const explained = await live.tutti.call("job.explain", { folder: live.repository, sheet: "changer" });
      expect(explained?.because.slice(-2)).toEqual([
        "Promises of sheets that landed before it held on the tree that landed: reader.",
        `When the job ended: 2 of 2 promises hold on main (${gitIn(live.repository, ["rev-parse", "--short=7", "main"])}).`,
      ]);
    },
    { repository: repository.path },
  );
});

it("at a job's end it is said who superseded and who broke what; what was taken back, and what no tree can answer, does not count", async () => {
  const repository = makeRepository({ conf: "limit=10\n" });
  await withLive(
    async (live) => {
      const script = `case $TUTTI_SHEET in
        draft) echo one > report ;;
        final) echo two > report ;;
        reader) echo r > reader.txt ;;
        undone) echo u > undone.txt ;;
        last) while test ! -e '${live.gate}'; do sleep 0.05; done; echo l > last.txt ;;
      esac`;
      const job = await live.submit(
        scoreBy(script, {
          draft: {
            script: "a",
            validations: [{ content_contains: { path: "report", text: "one" } }, { file_modified: "report" }],
          },
          final: {
            script: "b",
            after: ["draft"],
            validations: [{ content_contains: { path: "report", text: "two" } }],
          },
          reader: { script: "c", validations: [{ command: "grep -q limit=10 conf" }] },
          undone: { script: "d", validations: [{ file_exists: "undone.txt" }] },
          last: { script: "e", validations: [{ file_exists: "last.txt" }] },
        }),
      );
      for (const sheet of ["final", "reader", "undone"]) await landedAs(live, job, sheet);
      const { job: undo } = await live.tutti.call("sheet.undo", { folder: live.repository, sheet: "undone" });
      await live.until(undo, rests(1));
      const broken = repository.commit({ conf: "limit=20\n" }, "a person's own");
      live.open();
      await live.until(job, rests(1));

      expect(await states(live, job)).toMatchObject({ last: "landed" });
      const status = await live.status(job);
      expect(endingOf(status)).toEqual({ kind: "finished", failed: 0, lost: 1 });
      const { promises } = status;
      if (promises?.kind !== "asked") throw new Error("nobody was asked");
      expect(promiseWords(promises)).toBe(
        `2 of 4 promises hold on main (${gitIn(live.repository, ["rev-parse", "main"]).slice(0, 7)}), 1 broken, 1 superseded, 1 validation can't be checked again`,
      );
      expect(promises.lost.map(lostWords).map((words) => words.split(":").slice(0, 2).join(":"))).toEqual([
        "draft: superseded by final",
        `reader: broken by commit ${broken.slice(0, 10)}`,
      ]);
    },
    { repository: repository.path },
  );
});

it("a folder in which a command changed nothing serves the next one; no command meets what another one left", async () => {
  const marks = tempFolder();
  await withLive(async (live) => {
    const asked = `echo "$(git rev-parse 'HEAD^{tree}') $PWD $TUTTI_SHEET" >> '${marks}/asked'; test -e $TUTTI_SHEET.txt && test ! -e left`;
    const looks = { script: "look", validations: [{ command: asked }] };
    const leaves = { script: "leave", validations: [{ command: `${asked} && touch left` }] };
    const job = await live.submit(
      scoreBy(
        "echo x > $TUTTI_SHEET.txt",
        { a: looks, b: leaves, c: looks, d: leaves, e: looks, f: looks },
        { landing: { batch: { parallel: 1 } } },
      ),
    );
    await live.until(job, rests(1));
    const { promises } = await live.status(job);
    expect(promises).toMatchObject({ kind: "asked", promised: 6, kept: 6 });
    const final = gitIn(live.repository, ["rev-parse", "main^{tree}"]);
    const lines = readFileSync(join(marks, "asked"), "utf8").trim().split("\n");
    const runs = lines.filter((line) => line.startsWith(final)).map((line) => line.split(" "));
    const folders = new Set(runs.map(([, folder]) => folder));
    expect(new Set(runs.map(([, , sheet]) => sheet)).size).toBe(6);
    expect(folders.size).toBeLessThan(runs.length);
  });
});

itLong(
  "the receipt of a job's end says how many promises held and on which tree; who changes or deletes it is found out",
  async () => {
    const repository = makeRepository({ conf: "limit=10\n" });
    await withLive(
      async (live) => {
        const sheets = { a: { script: "a", validations: [{ command: "grep -q limit=10 conf" }] } };
        const job = await live.submit(scoreBy("echo $TUTTI_SHEET > $TUTTI_SHEET.txt", sheets));
        await live.until(job, rests(1));

        const git = (...args: readonly string[]): string => gitIn(live.repository, args);
        const text = git("show", `refs/tutti/receipts:${job}/end/job.json`);
        expect(JSON.parse(text)).toMatchObject({
          version: 1,
          job,
          target: "refs/heads/main",
          commit: git("rev-parse", "main"),
          tree: git("rev-parse", "main^{tree}"),
          promised: 1,
          kept: 1,
          unasked: 0,
          lost: [],
        });
        const verified = async () => (await live.tutti.call("landing.verify", { folder: live.repository })).ends;
        expect(await verified()).toMatchObject([{ outcome: "proven", problems: [] }]);

        const honest = git("rev-parse", "refs/tutti/receipts");
        replaceFile(live.repository, `${job}/end/job.json`, text.replace('"unasked": 0', '"unasked": 3'));
        expect(await verified()).toMatchObject([
          {
            outcome: "doubted",
            problems: [
              "its receipt is not the one that this home wrote",
              "its receipt does not say what this home recorded",
            ],
          },
        ]);
        replaceFile(live.repository, `${job}/end/job.json`, "{}");
        expect(await verified()).toMatchObject([{ outcome: "doubted", problems: ["its receipt is damaged"] }]);
        replaceFile(live.repository, `${job}/end/job.json`, null);
        expect(await verified()).toMatchObject([
          { outcome: "doubted", problems: ["its receipt is gone, although the job ended here"] },
        ]);
        git("update-ref", "refs/tutti/receipts", honest);
        expect(await verified()).toMatchObject([{ outcome: "proven" }]);
      },
      { repository: repository.path },
    );
  },
);

/** Puts a text, or nothing, in the place of a file of the receipts. */
function replaceFile(repository: string, path: string, text: string | null): void {
  const env = { GIT_INDEX_FILE: join(tempFolder(), "index") };
  const git = (args: readonly string[], input = ""): string => printedBy(repository, args, { env, input }).trim();
  git(["read-tree", "refs/tutti/receipts"]);
  if (text === null) git(["update-index", "--force-remove", path]);
  else git(["update-index", "--cacheinfo", `100644,${git(["hash-object", "-w", "--stdin"], text)},${path}`]);
  git(["update-ref", "refs/tutti/receipts", git(["write-tree"])]);
}
