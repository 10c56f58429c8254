import { createHash } from "node:crypto";
import { copyFile, mkdtemp, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../../base/error.ts";
import type { CommitSha, EpochMs } from "../../../base/ids.ts";
import { copyObjects } from "../../../git/remote/transfer.ts";
import type { Git } from "../../../git/git.ts";
import { readModuleNames } from "../../../git/history/gitlinks.ts";
import type { PrivateIndex } from "../../../git/index.ts";
import type { Entry } from "../../../git/storage/index-file.ts";
import { readObjectTypes } from "../../../git/history/read-commits.ts";
import { readEntries } from "../../../git/storage/stored.ts";
import { writeCommit, writeTree } from "../../../git/history/trees.ts";
import { pathBytes, shownPath } from "../../raw-path.ts";
import { tuttiItself } from "../../store/stand-in.ts";
import { removeTree } from "../../cleanup/remove-tree.ts";
import { findCopies, moduleHomes } from "../../prepare/submodules.ts";
import type { LeftOut } from "../survey/left-out.ts";
import { hasOwnHistory, type NestedGit, type NestedView, openView, readNestedGit, viewAt } from "./nested-git.ts";
import { findOddObjects } from "./odd-git.ts";
import { type Survey, surveyContext } from "../survey/survey.ts";
import { takeResult } from "../take-result.ts";

/**
 * Looks into submodules with anything in their folders. Files equal to the base's commit are no change. A clean
 * submodule at another commit moves, if the user's own copy has that commit; otherwise the result would point to
 * nowhere. Any other is left out, with its files kept as evidence. No git uses a submodule's own configuration. `views`
 * lives as long as the context; `null`: none.
 */
export async function surveySubmodules(
  git: Git,
  place: PrivateIndex,
  what: { survey: Survey; scratch: string; views: string | null },
): Promise<Survey> {
  if (what.survey.submodules.length === 0) return what.survey;
  const views = what.views ?? (await mkdtemp(join(what.scratch, "modules-")));
  try {
    const way: Way = {
      store: place.gitDir,
      scratch: what.scratch,
      views,
      homes: await moduleHomes(place.gitDir),
      depth: 0,
    };
    return await lookInside(git, place, { survey: what.survey, way });
  } finally {
    if (what.views === null) await removeTree(views);
  }
}

interface Way {
  readonly store: string;
  readonly scratch: string;
  /** Makes the next look cheap. */
  readonly views: string;
  /** Where the user's own copies of submodules lie. */
  readonly homes: readonly string[];
  readonly depth: number;
}

const deepest = 8;

async function lookInside(
  git: Git,
  place: PrivateIndex,
  { survey, way }: { survey: Survey; way: Way },
): Promise<Survey> {
  if (way.depth > deepest) return survey;
  const names = await readModuleNames(git, { gitDir: place.gitDir, index: place.index }, "");
  const links = await readEntries(git, place, survey.submodules);
  const looked = new Set(links.map((link) => `${link.path}/`));
  const leftOut = survey.leftOut.filter((item) => item.reason !== "submodule" || !looked.has(item.path));
  const entries = [...survey.entries];
  const evidence = [...survey.evidence];
  for (const link of links) {
    const finding = await judge(git, place, { link, name: names.get(link.path) ?? "", way });
    leftOut.push(...finding.leftOut);
    if (finding.moved !== null) entries.push({ ...link, blob: finding.moved });
    evidence.push(...finding.evidence);
  }
  return { ...survey, leftOut, entries, evidence };
}

interface Finding {
  readonly moved: string | null;
  readonly leftOut: readonly LeftOut[];
  readonly evidence: readonly CommitSha[];
}

interface Site {
  readonly link: Entry;
  /** The task's repository: read as data only. */
  readonly nested: NestedGit | undefined;
  /** Reads the user's own copies. */
  readonly view: NestedView;
  readonly way: Way;
}

async function judge(git: Git, place: PrivateIndex, asked: { link: Entry; name: string; way: Way }): Promise<Finding> {
  const { link, name, way } = asked;
  const bytes = pathBytes(place.workTree, link.path);
  const workTree = bytes.toString("utf8");
  // git can't be given a folder whose name is not text.
  if (!Buffer.from(workTree).equals(bytes))
    return { moved: null, leftOut: [{ path: `${link.path}/`, reason: "submodule", bytes: null }], evidence: [] };
  const copies = await findCopies(way.homes, name);
  const folder = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const view = await openView(join(way.views, folder), {
    workTree,
    store: way.store,
    objects: copies.map((copy) => join(copy, "objects")),
  });
  const inner = { ...way, homes: copies.map((copy) => join(copy, "modules")), depth: way.depth + 1 };
  const site: Site = { link, nested: await readNestedGit(workTree), view, way: inner };
  const finding = (await findMoved(git, site)) ?? (await compareWithBase(git, site));
  return { ...finding, leftOut: [...finding.leftOut, ...(await noteHistory(git, site))] };
}

/** Clean at another commit than the base's, one that the user's own copy has. */
async function findMoved(git: Git, site: Site): Promise<Finding | undefined> {
  const head = site.nested?.head ?? null;
  if (head === null || head === site.link.blob || !(await hasCommit(git, site.view, head))) return undefined;
  const survey = await lookAt(git, { view: site.view, commit: head, way: site.way });
  return isClean(survey)
    ? { moved: head, leftOut: within(site.link.path, survey.leftOut), evidence: survey.evidence }
    : undefined;
}

async function compareWithBase(git: Git, site: Site): Promise<Finding> {
  const { link, way } = site;
  const view = await viewOfBase(git, site);
  const base = (await hasCommit(git, view, link.blob)) ? link.blob : null;
  const survey = await lookAt(git, { view, commit: base, way });
  const inside = within(link.path, survey.leftOut);
  if (base !== null && isClean(survey)) return { moved: null, leftOut: inside, evidence: survey.evidence };
  const kept = await keepNested(git, view, { survey, base, path: link.path, store: way.store, scratch: way.scratch });
  const left: LeftOut = { path: `${link.path}/`, reason: "submodule", bytes: null, detail: kept.detail };
  return { moved: null, leftOut: [left, ...inside], evidence: [...survey.evidence, ...kept.evidence] };
}

/** Without a copy of the user's, read the task's: objects are named after their content. */
async function viewOfBase(git: Git, { link, nested, view, way }: Site): Promise<NestedView> {
  if (nested === undefined || (await hasCommit(git, view, link.blob))) return view;
  const objects = join(nested.gitDir, "objects");
  if ((await findOddObjects(objects, new Set())) !== undefined) return view;
  return openView(`${view.gitDir}-own`, { workTree: view.workTree, store: way.store, objects: [objects] });
}

async function hasCommit(git: Git, view: NestedView, commit: string): Promise<boolean> {
  return (await readObjectTypes(git, { gitDir: view.gitDir, env: {} }, [commit])).get(commit) === "commit";
}

async function lookAt(git: Git, at: { view: NestedView; commit: string | null; way: Way }): Promise<Survey> {
  const place = await viewAt(git, at.view, at.commit);
  const survey = await surveyContext(git, place);
  return survey.submodules.length === 0 ? survey : lookInside(git, place, { survey, way: at.way });
}

function isClean(survey: Survey): boolean {
  const isWaste = ({ reason }: LeftOut): boolean => reason === "ignored" || reason === "nested repository's history";
  return survey.changed.length + survey.gone.length + survey.entries.length === 0 && survey.leftOut.every(isWaste);
}

async function noteHistory(git: Git, { link, nested, view }: Site): Promise<readonly LeftOut[]> {
  if (nested === undefined || !(await hasOwnHistory(git, nested, { view: view.gitDir, base: link.blob }))) return [];
  return [{ path: `${link.path}/.git/`, reason: "nested repository's history", bytes: null }];
}

function within(folder: string, items: readonly LeftOut[]): readonly LeftOut[] {
  return items.map((item) => ({ ...item, path: `${folder}/${item.path}` }));
}

/**
 * Keeps the files of a submodule's folder as a commit without history: evidence, not part of the result. A failure
 * costs the evidence, never the capture.
 */
async function keepNested(
  git: Git,
  view: NestedView,
  what: { survey: Survey; base: string | null; path: string; store: string; scratch: string },
): Promise<{ readonly detail: string; readonly evidence: readonly CommitSha[] }> {
  const index = join(view.gitDir, "evidence.index");
  try {
    for (const path of [index, `${index}.lock`]) await rm(path, { force: true });
    if (what.base !== null) {
      await copyFile((await viewAt(git, view, what.base)).index, index);
      // A copy looks younger than it is; with this time git compares every file by content.
      await utimes(index, 1, 1);
    }
    await takeResult(git, { ...view, index }, { survey: what.survey, scratch: what.scratch });
    const tree = await writeTree(git, view.gitDir, index);
    const message = `files in the folder of submodule ${shownPath(what.path)}\n`;
    const commit = await writeCommit(git, view.gitDir, {
      tree,
      parents: [],
      message,
      by: tuttiItself,
      at: 0 as EpochMs,
    });
    const objects = join(view.gitDir, "objects");
    const isKept = (await readObjectTypes(git, { gitDir: what.store, env: {} }, [commit])).has(commit);
    const way = {
      store: what.store,
      scratch: what.scratch,
      env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects) },
    };
    if (!isKept) await copyObjects(git, way, { kind: "history", tips: [commit], known: [] });
    return { detail: `its files are kept as ${commit}`, evidence: [commit] };
  } catch (error) {
    return { detail: `its files could not be kept: ${messageOf(error)}`, evidence: [] };
  }
}
