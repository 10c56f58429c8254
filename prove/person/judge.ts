import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { askGit } from "../playground.ts";
import { type End, lastJson, runTutti } from "../tutti.ts";
import { walk } from "../walk.ts";
import type { Person } from "./deeds.ts";

interface Judgement {
  readonly isDiverted: boolean;
  /** Landings and work of the person's that are not where they should be. */
  readonly lost: readonly string[];
  /** Everything that is not as it has to be, all of the above included. */
  readonly wrong: readonly string[];
}

/** Looks at repository and checkout with git alone, and only then asks Tutti what it says of them. */
export async function judge(
  person: Person,
  { ids, end }: { readonly ids: readonly string[]; readonly end: End },
): Promise<Judgement> {
  const { ground, diary } = person;
  const lines = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { code, stdout, stderr } = await askGit(ground, ground.repository, args);
    return code === 0 ? stdout.split("\n").filter((line) => line !== "") : [`git ${args.join(" ")}: ${stderr.trim()}`];
  };
  const locks = walk(join(ground.repository, ".git")).filter(
    (path) => /\.lock$|\.tutti$|\.lock\.tutti/.test(path) && path !== "tutti-turn.lock",
  );
  const stashed = await lines("stash", "list");
  if ((await lines("branch", "--show-current"))[0] !== "main") await lines("switch", "-q", "main");
  const diverted = await lines("for-each-ref", "--format=%(refname)", "refs/heads/tutti/");
  const targets = ["main", ...diverted];
  const landed = await lines("log", "--format=%(trailers:key=Tutti-Sheet,valueonly,separator=%x2C)", ...targets);
  const trees = new Set(
    (await Promise.all(targets.map((target) => lines("ls-tree", "-r", "--name-only", target)))).flat(),
  );
  const lost = [
    ...ids
      .filter((id) => landed.filter((one) => one === id).length !== 1)
      .map((id) => `${id} is in the history ${String(landed.filter((one) => one === id).length)} times`),
    ...ids
      .filter((id) => !trees.has(`landed/${id}.txt`))
      .map((id) => `landed/${id}.txt is not in the tree of ${targets.join(", ")}`),
    ...(await lostCommits(person, lines)),
    ...(await lostEdits(person)),
    ...stashed.map((line) => `a stash is left: ${line}`),
  ];
  const status = (await lines("status", "--porcelain")).filter(
    (line) => !(diary.edits.has(line.slice(3)) && /^(?:M | M|MM) /.test(line)),
  );
  const broken = (await lines("fsck", "--full", "--no-dangling", "--no-progress")).filter(
    (line) => !line.startsWith("dangling"),
  );
  const wrong = [
    ...lost,
    ...diary.failed.map((text) => `the person's git failed: ${text}`),
    ...status.map((line) => `git status says ${line}`),
    ...broken.map((line) => `git fsck: ${line}`),
    ...locks.map((path) => `.git/${path} was left behind`),
    ...(end.code === 0
      ? []
      : [`the job ended with ${String(end.code)}: ${end.said.trimEnd().split("\n").slice(-3).join("\n")}`]),
    ...(await proofOf(person, ids.length)),
  ];
  return { isDiverted: diverted.length > 0, lost, wrong };
}

type Lines = (...args: readonly string[]) => Promise<readonly string[]>;

async function lostCommits({ diary }: Person, lines: Lines): Promise<readonly string[]> {
  const subjects = { main: await lines("log", "--format=%s", "main"), side: await lines("log", "--format=%s", "side") };
  return [...diary.commits]
    .filter(([subject, branch]) => subjects[branch].filter((one) => one === subject).length !== 1)
    .map(([subject, branch]) => `commit "${subject}" is not on ${branch}`);
}

async function lostEdits({ diary, ground }: Person): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [path, added] of diary.edits) {
    const content = await readFile(join(ground.repository, path), "utf8").catch(() => "");
    if (!content.endsWith(added)) found.push(`${path} does not have the person's lines any more`);
  }
  return found;
}

async function proofOf({ ground }: Person, sheets: number): Promise<readonly string[]> {
  const jobs = lastJson(await runTutti(ground, ["list", "--json"])) as
    | readonly { id: string; status: string; counts: { landed: number } }[]
    | undefined;
  const job = jobs?.[0];
  const wrong =
    job?.status === "finished" && job.counts.landed === sheets
      ? []
      : [`the store says ${String(job?.status)}, ${String(job?.counts.landed)} landed`];
  const end = await runTutti(ground, ["verify", job?.id ?? "", "--json"]);
  return end.code === 0
    ? wrong
    : [...wrong, `tutti verify ended with ${String(end.code)}: ${end.said.trimEnd().slice(-500)}`];
}
