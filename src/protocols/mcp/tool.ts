import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { TuttiError } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import type { Door } from "../door.ts";
import type { Slow } from "./slow.ts";

/** What a tool works with. */
export interface Desk {
  readonly door: Door;
  /** Calls that took too long to be waited for. */
  readonly slow: Slow;
}

/** One tool of the server. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For a model: what it gives, and what to call next. */
  readonly description: string;
  readonly params: z.ZodObject;
  /** `look`: it changes nothing; `end`: it stops work or lets it land. */
  readonly kind: "look" | "act" | "end";
  /** It limits its own time; others are waited for no longer than a second. */
  readonly isPatient?: true;
  readonly run: (desk: Desk, asked: never) => Promise<object>;
}

interface Declared<S extends z.ZodRawShape> extends Omit<Tool, "params" | "run"> {
  readonly params: S;
  readonly run: (desk: Desk, asked: z.output<z.ZodObject<S>>) => Promise<object>;
}

/** Unknown arguments are errors: a model that guesses one should hear of it. */
export function tool<S extends z.ZodRawShape>(declared: Declared<S>): Tool {
  return { ...declared, params: z.strictObject(declared.params) };
}

export const repository = z
  .string()
  .max(4096)
  .optional()
  .describe("Folder of the repository, absolute. Default: where this server was started.");
export const job = z.string().min(1).max(200).optional().describe("Job id. Default: the newest job of the repository.");
export const sheet = z.string().min(1).max(1000).describe("Sheet: its id, or its number in the job.");

export function folderOf({ door }: Desk, named: string | undefined): string {
  if (named === undefined) return door.folder;
  if (isAbsolute(named)) return resolve(named);
  throw new TuttiError("cli.usage", `repo must be an absolute path, not ${JSON.stringify(named)}`, {
    audience: "user",
    hint: "This server does not know the folder that you work in.",
  });
}

export interface About {
  readonly job?: string | undefined;
  readonly repo?: string | undefined;
}

/** Which job a question is about, as methods take it. */
export function aboutJob(desk: Desk, asked: About): { readonly folder: string; readonly job?: JobId } {
  return { folder: folderOf(desk, asked.repo), ...(asked.job === undefined ? {} : { job: asked.job as JobId }) };
}

/** The id of the job that is meant; methods that change one take nothing less. */
export async function requireJob(desk: Desk, asked: About): Promise<JobId> {
  if (asked.job !== undefined) return asked.job as JobId;
  const view = await desk.door.look((tutti) => tutti.call("job.status", aboutJob(desk, asked)));
  if (view !== null) return view.id;
  throw new TuttiError("job.unknown", "this repository has no job", {
    audience: "user",
    hint: "Submit one with tutti_submit, or name a job: tutti_jobs lists them.",
  });
}
