import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Tutti } from "../../../api/tutti.ts";
import { exists } from "../../../base/files/exists.ts";
import { homeFrom } from "../../../base/home/home.ts";
import { count, shown } from "../../terminal/prose.ts";

/**
 * Jobs that left traces in the home although the database knows nothing of them. Those that were put away are nobody's
 * loss.
 */
export async function findLost(tutti: Tutti): Promise<readonly string[]> {
  const known = new Set<string>((await tutti.call("job.list", {})).map(({ id }) => id));
  const found = new Set([...(await keptBesideLogs()), ...(await toldBySnapshots(tutti))]);
  return [...found].filter((id) => !known.has(id)).toSorted();
}

export function noJobsWords(lost: readonly string[]): string {
  if (lost.length === 0) return "No jobs yet. Start one with: tutti run score.yaml";
  const names = lost.slice(0, mostNamed).map(shown).join(", ");
  return [
    `No jobs are recorded here, but there are traces of ${count(lost.length, "job")}: ${names}${lost.length > mostNamed ? ", …" : ""}`,
    "The database may have been lost. In the repository of the job, rebuild it and go on with: tutti resume --infer",
  ].join("\n");
}

const mostNamed = 5;

async function keptBesideLogs(): Promise<readonly string[]> {
  const jobs = join(homeFrom(process.env), "jobs");
  const names = await readdir(jobs).catch(() => []);
  const isLost = await Promise.all(
    names.map(
      async (name) =>
        (await exists(join(jobs, name, "job.json"))) && !(await exists(join(jobs, name, "archived.json"))),
    ),
  );
  return names.filter((_, place) => isLost[place]);
}

/**
 * The newest job that snapshots of this repository speak of. What was adopted or isolated is no job, and has no such
 * id.
 */
async function toldBySnapshots(tutti: Tutti): Promise<readonly string[]> {
  const request = { folder: process.cwd(), isWorkspace: true };
  const job = await tutti.call("sheet.snapshots", request).then(
    (view) => view.job,
    () => "",
  );
  return /-[a-z2-7]{6}$/.test(job) ? [job] : [];
}
