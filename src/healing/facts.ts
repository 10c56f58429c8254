import { dirname, isAbsolute, join } from "node:path";
import type { DiskTrouble } from "../base/home/disk-trouble.ts";
import { exists } from "../base/files/exists.ts";
import type { JobId, SheetId } from "../base/ids.ts";
import { makeResolver } from "../score/resolve/resolver.ts";
import { emptyScene } from "../score/resolve/scene.ts";
import type { SheetEvent } from "../sheet/events/event.ts";
import type { Job } from "../sheet/job.ts";
import type { Rest } from "../sheet/rest/rest.ts";
import type { SheetState } from "../sheet/state.ts";
import type { Facts, FailedSheet } from "./remedy.ts";

/** Where facts come from. */
export interface Sources {
  events(job: JobId, sheet: SheetId): Promise<readonly { readonly event: SheetEvent }[]>;
  workspaceOf(job: Job): string;
  disk(): Promise<DiskTrouble | null>;
  /** An `index.lock` of the job's checkout that has no owner any more. */
  findStaleLock(job: Job): Promise<string | null>;
}

/** More are as good as these: what helps them helps the others. */
const mostLooked = 200;

/** Looks at all that remedies look at. Changes nothing. */
export async function readFacts(
  sources: Sources,
  job: Job,
  { states, rest }: { readonly states: ReadonlyMap<SheetId, SheetState>; readonly rest: Rest },
): Promise<Facts> {
  const failed: FailedSheet[] = [];
  for (const { id } of job.plan.sheets) {
    const state = states.get(id);
    if (state?.kind === "failed" && failed.length < mostLooked)
      failed.push(await readFailed(sources, job, [id, state]));
  }
  return {
    job,
    rest,
    failed,
    disk: await sources.disk().catch(() => null),
    staleLock: await sources.findStaleLock(job).catch(() => null),
    installer: await findInstaller(job.repository.top),
  };
}

type Failed = SheetState & { readonly kind: "failed" };

async function readFailed(sources: Sources, job: Job, [id, state]: readonly [SheetId, Failed]): Promise<FailedSheet> {
  const events = (await sources.events(job.id, id)).map(({ event }) => event);
  return {
    id,
    reason: state.reason,
    last: events.findLast((event) => event.kind === "ended") ?? null,
    conflicts: events.flatMap((event) => (event.kind === "conflicted" ? [event.paths] : [])),
    missingFolders: await missingFolders(job, id, sources.workspaceOf(job)),
  };
}

/** Only folders inside the workspace: Tutti makes none elsewhere. */
async function missingFolders(job: Job, id: SheetId, workspace: string): Promise<readonly string[]> {
  const sheet = job.plan.sheets.find((one) => one.id === id);
  if (sheet === undefined) return [];
  const resolver = makeResolver(job.plan);
  const scene = emptyScene(workspace, nowhere);
  const rules = [...resolver.validations(sheet, scene), ...resolver.preconditions(sheet, scene)];
  const parents = rules.flatMap((rule) => {
    if (!("path" in rule) || typeof rule.path === "string" || rule.path.root !== "workspace") return [];
    const { path } = rule.path;
    return isAbsolute(path) ? [] : [dirname(join(workspace, path))];
  });
  const missing: string[] = [];
  for (const folder of new Set(parents)) if (!(await exists(folder))) missing.push(folder);
  return missing;
}

/** A folder of no sheet: only paths of the workspace are asked for. */
const nowhere = "/nonexistent/tutti-context";

const installers = {
  "package-lock.json": "npm ci",
  "pnpm-lock.yaml": "pnpm install --frozen-lockfile",
  "yarn.lock": "yarn install --frozen-lockfile",
  "uv.lock": "uv sync --frozen",
  "poetry.lock": "poetry install",
  "Gemfile.lock": "bundle install",
} as const;

async function findInstaller(top: string | null): Promise<Facts["installer"]> {
  for (const [file, command] of Object.entries(installers))
    if (top !== null && (await exists(join(top, file)))) return { file, command };
  return null;
}
