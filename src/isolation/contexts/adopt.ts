import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf } from "../../base/error.ts";
import { openRepository } from "../../git/repository.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import { type ObjectStore, openObjectStore } from "../store/object-store.ts";
import { listContexts } from "../records/record.ts";
import { captureStray } from "../strays/capture-stray.ts";
import { type Stray, strayName, verdictOf } from "../strays/stray.ts";
import { hasFolder, readStrayContent } from "../strays/content.ts";
import { findStrays } from "../strays/find.ts";
import { removeStray } from "../strays/remove-stray.ts";
import type { StrayList, StrayOutcome, StrayRequest, StrayRow } from "../../api/contract/context.ts";
import { type ContextParts, identityFor } from "./parts.ts";
import { ignoredView, strayRow } from "./list.ts";

const depth = 4;

interface Here {
  readonly store: ObjectStore;
  readonly strays: readonly { readonly stray: Stray; readonly row: StrayRow }[];
  readonly isCut: boolean;
}

export async function findHere(parts: ContextParts, request: StrayRequest): Promise<Here> {
  const { git, places } = parts;
  const repository = await openRepository(git, request.folder);
  const store = await openObjectStore(git, places.repositories, repository);
  const contexts = (await listContexts(places)).filter(({ context }) => !isInPlace(context.level));
  const found = await findStrays(git, repository, {
    desk: store.gitDir,
    folders: request.search?.map((path) => ({ path: resolve(path), depth })) ?? null,
    named: request.paths ?? [],
    ours: [places.home, ...contexts.map(({ context }) => context.path)],
  });
  const wanted =
    request.paths === null
      ? null
      : await Promise.all(request.paths.map(async (path) => realpath(path).catch(() => resolve(path))));
  const strays = [];
  for (const stray of found.strays.filter(({ path }) => wanted === null || (path !== null && wanted.includes(path)))) {
    const content = await readStrayContent(
      git,
      { repository, desk: { gitDir: store.gitDir, scratch: places.scratch } },
      stray,
    );
    const verdict = verdictOf(stray, { users: content.users, isForced: request.isForced });
    strays.push({ stray, row: strayRow(stray, content, verdict) });
  }
  return { store, strays, isCut: found.isCut };
}

export async function listStrays(parts: ContextParts, request: StrayRequest): Promise<StrayList> {
  const { store, strays, isCut } = await findHere(parts, request);
  return {
    repository: store.repository.top ?? store.repository.commonDir,
    strays: strays.map(({ row }) => row),
    isCut,
  };
}

/** Captures and removes the named strays; one that fails does not stop the others. */
export async function adoptStrays(
  parts: ContextParts,
  request: StrayRequest & { readonly names: readonly string[]; readonly keep: boolean },
): Promise<readonly StrayOutcome[]> {
  const here = await findHere(parts, request);
  const { repository } = here.store;
  const checkouts = repository.top === null ? [] : [repository.top];
  const left = new Set(here.strays.flatMap(({ stray }) => (hasFolder(stray) ? [stray.path] : [])));
  const outcomes: StrayOutcome[] = [];
  for (const { stray, row } of here.strays.filter((item) => request.names.includes(item.row.name))) {
    const others = [...checkouts, ...[...left].filter((path) => path !== stray.path)];
    const outcome = await adoptOne(parts, { store: here.store, stray, row, others }, request);
    if (outcome.removed && stray.path !== null) left.delete(stray.path);
    outcomes.push(outcome);
  }
  return outcomes;
}

async function adoptOne(
  parts: ContextParts,
  what: { store: ObjectStore; stray: Stray; row: StrayRow; others: readonly string[] },
  how: { readonly folder: string; readonly isForced: boolean; readonly keep: boolean },
): Promise<StrayOutcome> {
  const { store, stray, row, others } = what;
  const about = {
    name: strayName(stray),
    sheet: stray.sheet,
    path: stray.path,
    trash: null,
    ignored: { kept: [], left: [], commit: null },
  };
  // A copy disturbs no program at work there; only the stray's own files are copied.
  const isWanted = row.stays === null || (how.keep && (hasFolder(stray) || stray.link === "gone"));
  if (!isWanted) return { ...about, snapshot: null, commits: 0, removed: false, stays: row.stays };
  try {
    const by = await identityFor(parts, { folder: how.folder });
    const capture = await captureStray(parts.git, { store, scratch: parts.places.scratch, by, at: parts.now() }, stray);
    const ignored = { ...ignoredView(capture.ignored), commit: capture.ignored.commit };
    const kept = { ...about, snapshot: capture.snapshot?.ref ?? null, commits: capture.commits, ignored };
    if (how.keep) return { ...kept, removed: false, stays: null };
    const removal = await removeStray(capture, {
      places: parts.places,
      repository: store.repository,
      others,
      isForced: how.isForced,
    });
    if (removal.kind === "removed") return { ...kept, removed: true, trash: removal.trash, stays: null };
    return { ...kept, removed: false, stays: removal.why };
  } catch (error) {
    return { ...about, snapshot: null, commits: 0, removed: false, stays: messageOf(error) };
  }
}
