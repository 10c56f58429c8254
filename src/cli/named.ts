import type { Found } from "../api/contract/job.ts";
import type { Method, Params, Tutti } from "../api/tutti.ts";
import { TuttiError } from "../base/error.ts";
import type { JobId } from "../base/ids.ts";
import { choose } from "./choose-one.ts";
import type { Terminal } from "./terminal/terminal.ts";

/**
 * Lets a person name jobs and sheets in short, in every call: methods take ids. A word that fits nothing is passed on as
 * it is, for the method to refuse: some of them know jobs that the database has lost.
 */
export function understandNames(terminal: Terminal, tutti: Tutti): Tutti {
  const known = new Map<string, Promise<Found | undefined>>();
  const meant = (asked: Asked): Promise<Found | undefined> => {
    const words = JSON.stringify([asked.job, asked.sheet]);
    const answer = known.get(words) ?? findOne(terminal, tutti, asked);
    known.set(words, answer);
    return answer;
  };
  return {
    call: async (method, params) => tutti.call(method, await inFull(method, params, meant)),
    follow: async (what, listener) => {
      const found = what.job === undefined ? undefined : await meant({ folder: process.cwd(), job: what.job });
      return tutti.follow(found === undefined ? what : { ...what, job: found.job }, listener);
    },
    close: () => tutti.close(),
  };
}

interface Asked {
  readonly folder: string;
  readonly job?: string | undefined;
  readonly sheet?: string | undefined;
}

type Meant = (asked: Asked) => Promise<Found | undefined>;

/** The parameters of methods for the names that a person gives. */
interface Names {
  readonly job?: string;
  readonly folder?: string;
  readonly sheet?: string;
  readonly sheets?: readonly string[];
  /** A sheet, a snapshot of it (`SHEET@n`), or two (`SHEET@m..n`). */
  readonly what?: string;
}

async function inFull<M extends Method>(method: M, params: Params<M>, meant: Meant): Promise<Params<M>> {
  if (method === "job.find" || method === "job.submit") return params;
  const { job, sheet, sheets, what, folder = process.cwd() } = params as Names;
  if (method === "queue.reorder" && job === undefined)
    return { ...params, sheets: await Promise.all((sheets ?? []).map((word) => withJob(word, folder, meant))) };
  const [, word = what, rest = ""] = /^(.+?)(@\d+(?:\.\.\d+)?)?$/.exec(what ?? "") ?? [];
  const named = sheet ?? (what === undefined ? undefined : word);
  // Without a job, a few methods look for the sheet in all jobs.
  const isAnywhere = method === "queue.eject" || method === "sheet.undo";
  const asked = isAnywhere && job === undefined && named?.includes("/") !== true ? undefined : named;
  const found =
    job === undefined && asked === undefined
      ? undefined
      : await meant({ folder, job, sheet: asked }).then(
          (one) => one ?? (job === undefined ? one : meant({ folder, job })),
        );
  if (found === undefined) return params;
  const id = found.sheet?.id;
  return {
    ...params,
    job: found.job,
    ...(id === undefined ? {} : sheet === undefined ? { what: `${id}${rest}` } : { sheet: id }),
    ...(sheets === undefined ? {} : { sheets: await Promise.all(sheets.map((one) => inside(one, found.job, meant))) }),
  };
}

async function inside(word: string, job: JobId, meant: Meant): Promise<string> {
  return (await meant({ folder: "/", job, sheet: word }))?.sheet?.id ?? word;
}

async function withJob(word: string, folder: string, meant: Meant): Promise<string> {
  const found = word.includes("/") ? await meant({ folder, sheet: word }) : undefined;
  return found?.sheet ? `${found.job}/${found.sheet.id}` : word;
}

async function findOne(terminal: Terminal, tutti: Pick<Tutti, "call">, asked: Asked): Promise<Found | undefined> {
  const all = await tutti.call("job.find", withoutGaps(asked));
  return all.length < 2 ? all[0] : choose(terminal, asked.sheet ?? asked.job ?? "", all);
}

function withoutGaps({ folder, job, sheet }: Asked): Params<"job.find"> {
  return { folder, ...(job === undefined ? {} : { job }), ...(sheet === undefined ? {} : { sheet }) };
}

/**
 * The job and the sheets that a list of words names: the first may be a job, `JOB/SHEET`, or a sheet of the newest job
 * of this repository, which is meant when nothing is named.
 */
export async function requireSheets(
  terminal: Terminal,
  tutti: Pick<Tutti, "call">,
  words: readonly string[],
): Promise<{ readonly job: JobId; readonly sheets?: readonly string[] }> {
  const [first, ...others] = words;
  const folder = process.cwd();
  if (first === undefined) {
    const newest = await findOne(terminal, tutti, { folder });
    if (newest !== undefined) return { job: newest.job };
    throw new TuttiError("job.unknown", "there is no job of this repository", {
      audience: "user",
      hint: "tutti list shows the jobs there are.",
    });
  }
  const jobs = await tutti.call("job.find", { folder, job: first });
  const sheets = jobs.some((job) => isExact(job, first)) ? [] : await tutti.call("job.find", { folder, sheet: first });
  const exact = sheets.filter((sheet) => isExact(sheet, first));
  const all = exact.length > 0 ? exact : [...jobs, ...sheets];
  const found = all.length > 1 ? await choose(terminal, first, all) : all[0];
  if (found === undefined) return { job: first as JobId, ...(others.length === 0 ? {} : { sheets: others }) };
  const named = [...(found.sheet === null ? [] : [found.sheet.id]), ...others];
  return { job: found.job, ...(named.length === 0 ? {} : { sheets: named }) };
}

/** A word that may name a sheet of a job as `JOB/SHEET`; else it is a job's. */
export async function jobOrSheet(
  terminal: Terminal,
  tutti: Tutti,
  word: string | undefined,
): Promise<{ readonly job: string | undefined; readonly sheet?: string }> {
  if (word?.includes("/") !== true) return { job: word };
  const found = await findOne(terminal, tutti, { folder: process.cwd(), sheet: word });
  if (found?.sheet) return { job: found.job, sheet: found.sheet.id };
  // Where the job is there, it is the sheet that is not, and its method says so.
  const cut = word.indexOf("/");
  const job = await findOne(terminal, tutti, { folder: process.cwd(), job: word.slice(0, cut) });
  return job === undefined ? { job: word } : { job: job.job, sheet: word.slice(cut + 1) };
}

function isExact({ job, name, sheet }: Found, word: string): boolean {
  if (sheet === null) return job === word || name === word;
  return sheet.id === word || /^[1-9]\d*$/.test(word) || word.endsWith(`/${sheet.id}`);
}
