import { blobName, type Files } from "./files.ts";
import type { Playground } from "./playground.ts";
import { askGit } from "./playground.ts";
import type { Expectation } from "./sheets.ts";

interface HistoryInspection {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly wrong: readonly string[];
}

/**
 * Every sheet on the target once, each landing exactly its own change, and the whole tree what all of them make of it.
 */
export async function inspectHistory(ground: Playground, expected: Expectation): Promise<HistoryInspection> {
  const commits = await readCommits(ground);
  const sheets = [...expected.touched.keys()];
  const times = (sheet: string): number => commits.filter((commit) => commit.sheet === sheet).length;
  const lost = sheets.filter((sheet) => times(sheet) === 0);
  const doubled = sheets.filter((sheet) => times(sheet) > 1);
  const [beginning, ...landings] = commits;
  const odd = landings.filter((commit) => !expected.touched.has(commit.sheet) || commit.parents !== 1);
  const different = landings.filter(
    (commit) => commit.paths.join("\n") !== expected.touched.get(commit.sheet)?.join("\n"),
  );
  return {
    lost,
    doubled,
    wrong: [
      ...lost.map((sheet) => `${sheet} is lost`),
      ...doubled.map((sheet) => `${sheet} landed ${times(sheet)} times`),
      ...(beginning?.sheet === "" ? [] : ["the first commit is not the user's any more"]),
      ...odd.map((commit) => `${commit.name} is no landing of one sheet (${commit.sheet})`),
      ...different.map((commit) => `the landing of ${commit.sheet} changes ${commit.paths.join(" ")}`),
      ...(await inspectTree(ground, expected.files)),
      ...(await inspectRefs(ground)),
    ],
  };
}

interface Commit {
  readonly name: string;
  readonly parents: number;
  readonly sheet: string;
  readonly paths: readonly string[];
}

/** The target's commits, oldest first. */
async function readCommits(ground: Playground): Promise<readonly Commit[]> {
  const format = "%x1e%H%x1f%P%x1f%(trailers:key=Tutti-Sheet,valueonly,separator=%x2C)%x1f";
  const { stdout } = await askGit(ground, ground.repository, [
    "log",
    "--reverse",
    "--no-renames",
    "--name-only",
    "-m",
    `--format=${format}`,
    "main",
  ]);
  return stdout
    .split("\x1e")
    .slice(1)
    .map((record) => {
      const [name = "", parents = "", sheet = "", paths = ""] = record.split("\x1f");
      return {
        name,
        parents: parents.split(" ").filter((one) => one !== "").length,
        sheet,
        paths: paths
          .split("\n")
          .filter((path) => path !== "")
          .sort(),
      };
    });
}

async function inspectTree(ground: Playground, files: Files): Promise<readonly string[]> {
  const { stdout } = await askGit(ground, ground.repository, ["ls-tree", "-r", "-z", "main"]);
  const found = stdout.split("\0").filter((line) => line !== "");
  const wanted = new Set([...files].map(([path, file]) => `${file.mode} blob ${blobName(file.content)}\t${path}`));
  return [
    ...found.filter((line) => !wanted.has(line)).map((line) => `main has ${line}`),
    ...[...wanted].filter((line) => !found.includes(line)).map((line) => `main lacks ${line}`),
  ];
}

/** A job that could not land on its target goes to a branch of its own: that too needs a person afterwards. */
async function inspectRefs(ground: Playground): Promise<readonly string[]> {
  const { stdout } = await askGit(ground, ground.repository, ["for-each-ref", "--format=%(refname)"]);
  const known = /^refs\/(heads\/main|tutti\/receipts|tutti\/pins\/.+)$/;
  return stdout
    .split("\n")
    .filter((ref) => ref !== "" && !known.test(ref))
    .map((ref) => `there is a ref ${ref}`);
}
