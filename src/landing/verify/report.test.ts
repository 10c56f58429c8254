import { noCounts } from "../../sheet/counts.ts";
import { afterAll, expect, it } from "vitest";
import { placesIn } from "../../isolation/home/places.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn, printedBy, wireGit } from "../../../test/kit/git.ts";
import { makeJob, submitted } from "../../../test/kit/jobs.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import type { CommitSha, EpochMs, JobId, SheetId } from "../../base/ids.ts";
import { openRepository } from "../../git/repository.ts";
import type { Job } from "../../sheet/job.ts";
import { type SheetState } from "../../sheet/state.ts";
import { openStore } from "../../store/sqlite/open.ts";
import { verify } from "./report.ts";

const git = wireGit();
const store = await openStore(tempFolder());
afterAll(() => store.close());

const user = makeRepository();
const repository = await openRepository(git, user.path);
const parts = {
  git,
  store,
  places: placesIn(tempFolder()),
};

/** A commit with the trailers of a landing on the checked out branch; it leaves no receipt. */
function landed(job: string, sheet: string): CommitSha {
  const trailers = `Tutti-Job: ${job}\nTutti-Sheet: ${sheet}\nTutti-Attempt: 1\nTutti-Base: ${user.head()}\nTutti-Validated: unvalidated\n`;
  return user.commit({ [`${job}-${sheet}.txt`]: "x\n" }, `chore: ${sheet}\n\n${trailers}`);
}

let clock = 0;
async function record(job: Job, sheet: string, next: SheetState): Promise<void> {
  const at = (clock += 1) as EpochMs;
  const commit = "0".repeat(40) as CommitSha;
  await store.journal.append([
    { about: "sheet", job: job.id, sheet: sheet as SheetId, event: { kind: "landed", at, commit }, next },
  ]);
}

const landedAs = (commit: string, more: object = {}): SheetState => ({
  kind: "landed",
  commit: commit as CommitSha,
  level: "unvalidated",
  attempt: 1,
  session: null,
  context: null,
  counts: noCounts,
  ...more,
});

const pull = { number: 1, url: "https://forge.example/1", branch: "b" };

async function recordJob(id: string, more: Partial<Job> = {}): Promise<Job> {
  const job = makeJob(id, ["a", "b", "c", "d"], { repository, ...more });
  await store.journal.append([submitted(job)]);
  return job;
}

it("tells what the journal knows from what git shows", async () => {
  const job = await recordJob("known-abcdef");
  await record(job, "a", landedAs(landed(job.id, "a")));
  await record(job, "b", landedAs("b".repeat(40)));
  await record(job, "c", landedAs(landed(job.id, "c"), { pull }));
  await record(job, "d", landedAs("d".repeat(40), { pull }));
  landed(job.id, "unheard-of");
  const report = await verify(parts, { job: job.id, folder: "/" });
  expect(report.landings.map(({ sheet, problems, absent }) => [sheet, problems, absent])).toEqual([
    ["a", ["its receipt is gone, although it landed here"], ["receipt", "capture"]],
    ["c", [], ["receipt", "capture"]],
    ["unheard-of", ["claims to be of a job of this home, which has no record of it"], ["receipt", "capture"]],
  ]);
  expect(report.missing).toEqual([{ job: job.id, sheet: "b", commit: "b".repeat(40) }]);
});

it("takes an intent for a record, as long as git shows what was meant", async () => {
  const job = await recordJob("meant-abcdef");
  const meant = { kind: "proposed", pull, heard: null } as const;
  await record(job, "a", landedAs(landed(job.id, "a"), meant));
  landed(job.id, "b");
  await record(job, "b", landedAs("b".repeat(40), meant));
  const report = await verify(parts, { job: job.id, folder: "/" });
  expect(report.landings.map(({ problems }) => problems)).toEqual([
    [],
    ["claims to be of a job of this home, which has no record of it"],
  ]);
  expect(report.missing).toEqual([]);
});

it("finds no fault with a landing that was rebuilt without its receipts, or made by another person's Tutti", async () => {
  const job = await recordJob("rebuilt-abcdef", { inferred: { at: 1 as EpochMs, sheets: [] } });
  await record(job, "a", landedAs(landed(job.id, "a")));
  landed("foreign-abcdef", "a");
  const { landings } = await verify(parts, { job: undefined, folder: user.path });
  expect(
    landings
      .filter((landing) => /^(?:rebuilt|foreign)-/.test(landing.job))
      .map(({ job: id, problems }) => [id, problems]),
  ).toEqual([
    ["rebuilt-abcdef", []],
    ["foreign-abcdef", []],
  ]);
});

it("looks at a clone by its trailers alone, and at each job's own target", async () => {
  landed("cloned-abcdef", "a");
  landed("cloned-abcdef", "b");
  const clone = tempFolder();
  gitIn(clone, ["clone", "-q", user.path, "copy"]);
  const job = await recordJob("elsewhere-abcdef", { target: "refs/heads/other" });
  const commit = landed(job.id, "a");
  await record(job, "a", landedAs(commit));
  const { landings, missing } = await verify(
    { ...parts, store: undefined },
    { job: "cloned-abcdef" as JobId, folder: `${clone}/copy` },
  );
  expect(landings.map(({ problems, absent }) => [problems, absent])).toEqual(
    Array.from({ length: 2 }, () => [[], ["receipt", "capture"]]),
  );
  expect(missing).toEqual([]);
  expect((await verify(parts, { job: job.id, folder: "/" })).missing).toEqual([{ job: job.id, sheet: "a", commit }]);
  await expect(verify(parts, { job: "nowhere-abcdef" as JobId, folder: user.path })).rejects.toThrow("nowhere-abcdef");
});

it("misses nothing that landed aside and was merged, even when that branch is gone", async () => {
  const job = await recordJob("aside-abcdef", { diverted: { branch: "tutti/aside", why: "so" } });
  user.git("checkout", "-q", "-b", "tutti/aside");
  const commit = landed(job.id, "a");
  await record(job, "a", landedAs(commit));
  expect((await verify(parts, { job: job.id, folder: "/" })).missing).toEqual([]);
  user.git("checkout", "-q", "main");
  user.git("merge", "-q", "--no-ff", "-m", "merge", "tutti/aside");
  user.git("branch", "-q", "-D", "tutti/aside");
  expect((await verify(parts, { job: job.id, folder: "/" })).missing).toEqual([]);
});

it("believes the receipt of a job's end only where this home wrote or recorded it", async () => {
  const asked = { kind: "asked", target: "refs/heads/main", commit: user.head() } as const;
  const promises = { ...asked, promised: 1, kept: 1, unasked: 0, lost: [] };
  const finished = { kind: "finished", promises } as unknown as Job["status"];
  await recordJob("ended-abcdef", { status: finished });
  await recordJob("mute-abcdef", { status: { kind: "finished" } as Job["status"] });
  await recordJob("unwritten-abcdef", { status: finished });
  await recordJob("runs-abcdef");
  await recordJob("guessed-abcdef", { inferred: { at: 1 as EpochMs, sheets: [] } });
  const tree = user.git("rev-parse", "HEAD^{tree}");
  const named = ["ended", "mute", "runs", "guessed", "ghost"].map((name) => `${name}-abcdef`);
  const folders = named.map((job) => {
    const { kind: _, ...numbers } = promises;
    const text = JSON.stringify({ version: 1, job, ...numbers, tree, at: 1 });
    const blob = printedBy(user.path, ["hash-object", "-w", "--stdin"], { input: text }).trim();
    const end = printedBy(user.path, ["mktree"], { input: `100644 blob ${blob}\tjob.json\n` }).trim();
    const inner = printedBy(user.path, ["mktree"], { input: `040000 tree ${end}\tend\n` }).trim();
    return `040000 tree ${inner}\t${job}\n`;
  });
  user.git("update-ref", "refs/tutti/receipts", printedBy(user.path, ["mktree"], { input: folders.join("") }).trim());
  const { ends } = await verify(parts, { job: undefined, folder: user.path });
  expect(Object.fromEntries(ends.map(({ job, outcome, problems }) => [job, [outcome, ...problems]]))).toEqual({
    "ended-abcdef": ["proven"],
    "mute-abcdef": ["doubted", "this home wrote no such receipt"],
    "unwritten-abcdef": ["claimed"],
    "runs-abcdef": ["doubted", "this home wrote no such receipt"],
    "guessed-abcdef": ["consistent"],
    "ghost-abcdef": ["consistent"],
  });
});
