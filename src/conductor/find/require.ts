import { TuttiError } from "../../base/error.ts";
import type { JobId, SheetId } from "../../base/ids.ts";
import type { Job } from "../../sheet/job.ts";
import type { StoreReader } from "../../store/store.ts";
import { unknownJob } from "./unknown.ts";

export async function requireJob({ store }: { readonly store: Pick<StoreReader, "job"> }, id: JobId): Promise<Job> {
  const found = await store.job(id);
  if (found === undefined) throw unknownJob(id);
  return found;
}

/** A sheet as a person names it: by its id, else by its number in the job. */
export function requireSheet(job: Job, name: string): SheetId {
  const { sheets } = job.plan;
  const found =
    sheets.find(({ id }) => id === name) ?? (/^[1-9]\d*$/.test(name) ? sheets[Number(name) - 1] : undefined);
  if (found !== undefined) return found.id;
  throw new TuttiError("cli.usage", `${job.id} has no sheet ${name}`, {
    audience: "user",
    hint: `tutti status ${job.id} lists its sheets.`,
  });
}

export function notNow(what: string, hint: string): TuttiError {
  return new TuttiError("job.not_now", what, { audience: "user", hint });
}
