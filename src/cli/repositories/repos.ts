import type { Command } from "commander";
import type { JobSummary } from "../../api/contract/job.ts";
import { messageOf, TuttiError } from "../../base/error.ts";
import { firstLines, listOf, visible } from "../../base/text.ts";
import { type Address, requireAddress } from "../../repositories/address.ts";
import { syncMirror } from "../../repositories/mirror.ts";
import { listRecords, type MirrorRecord } from "../../repositories/record.ts";
import { type JobOnMirror, readHoldings, removalFaults, removeMirror } from "../../repositories/remove.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { settingFrom } from "../setting.ts";
import { isAgreed } from "../terminal/input.ts";
import { ago, prose } from "../terminal/prose.ts";
import { tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, yesOption } from "../tree/options.ts";
import { withRepositories } from "./workplace.ts";

export const declare: Declare = (command, perform) => {
  const add = (name: string, description: string): Command =>
    command
      .command(name, { isDefault: name === "list" })
      .description(description)
      .addOption(jsonOption);
  add("list", "list the mirrors of remotes (default)").action(perform(list));
  add("add", "fetch a remote into a mirror that its tasks share")
    .argument("<address>", "https://…, git@host:owner/name, ssh://… or file:///…")
    .action(perform(addMirror));
  add("sync", "fetch mirrors again; what a remote does not answer stays as it is")
    .argument("[repositories...]", "names or addresses (default: all)")
    .action(perform(sync));
  add("remove", "remove a mirror, if the remote has everything that is in it")
    .argument("<repository>", "name or address")
    .addOption(yesOption)
    .action(perform(remove));
};

interface Options {
  readonly json?: true;
}

async function list(terminal: Terminal, { json }: Options): Promise<number> {
  const records = await listRecords(homeHere());
  if (json === true) terminal.out(JSON.stringify(records));
  else if (records.length === 0) terminal.out("No mirrors. A task makes one: tutti task --repo ADDRESS …");
  else {
    const columns = [
      { head: "NAME" },
      { head: "BASE" },
      { head: "FETCHED", rank: 1 },
      { head: "NOT PUSHED" },
      { head: "ADDRESS" },
    ];
    const rows = records.map((one) => ({
      cells: [one.name, one.base ?? "", ago(one.fetchedAt), one.unpushed.map(visible).join(", "), visible(one.url)],
    }));
    for (const line of tableLines(terminal, { columns, rows })) terminal.out(line);
  }
  return exitCodes.good;
}

function homeHere(): string {
  return settingFrom(process.env).home;
}

async function addMirror(terminal: Terminal, { address, json }: Options & { address: string }): Promise<number> {
  const wanted = requireAddress(address);
  const { record } = await withRepositories(terminal, (parts) => syncMirror(parts, wanted));
  if (json === true) terminal.out(JSON.stringify(record));
  else terminal.out(`${record.name}: fetched ${visible(record.url)}${baseWords(record)}`);
  return exitCodes.good;
}

function baseWords({ base }: MirrorRecord): string {
  return base === null ? ", which has no commit yet" : `, base branch ${visible(base)}`;
}

async function sync(
  terminal: Terminal,
  { repositories, json }: Options & { repositories: readonly string[] },
): Promise<number> {
  const known = await listRecords(homeHere());
  const wanted = repositories.length === 0 ? known : repositories.map((text) => chosen(known, text));
  const synced = await withRepositories(terminal, async (parts) => {
    const done: { readonly name: string; readonly record: MirrorRecord | null; readonly why: string | null }[] = [];
    for (const { name, url } of wanted) {
      try {
        done.push({ name, record: (await syncMirror(parts, requireAddress(url))).record, why: null });
      } catch (error) {
        done.push({ name, record: null, why: messageOf(error) });
      }
    }
    return done;
  });
  if (json === true) terminal.out(JSON.stringify(synced));
  else
    for (const { name, record, why } of synced) {
      const left =
        record === null || record.unpushed.length === 0 ? "" : `; not pushed yet: ${listOf(record.unpushed)}`;
      terminal.out(
        record === null ? `${name}: ${terminal.red("failed")}: ${prose(why ?? "")}` : `${name}: fetched${left}`,
      );
    }
  return synced.some(({ record }) => record === null) ? exitCodes.failed : exitCodes.good;
}

/** By name, the beginning of one that only one has, or address. */
function chosen(known: readonly MirrorRecord[], text: string): MirrorRecord {
  const byName = known.filter(({ name }) => name === text);
  const meant = byName.length > 0 ? byName : known.filter(({ name, url }) => name.startsWith(text) || url === text);
  const found = meant.length > 0 ? meant : known.filter(({ name }) => name === nameOf(text));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const what = only === undefined ? "no mirror is" : `${String(found.length)} mirrors are`;
  throw new TuttiError("repository.unknown", `${what} called ${JSON.stringify(visible(text))}`, {
    audience: "user",
    hint: "See which there are: tutti repos list",
  });
}

function nameOf(text: string): string | null {
  try {
    return requireAddress(text).name;
  } catch {
    return null;
  }
}

async function remove(
  terminal: Terminal,
  options: Options & { readonly repository: string; readonly yes?: true },
): Promise<number> {
  const record = chosen(await listRecords(homeHere()), options.repository);
  const jobs = (await ask(terminal, (tutti) => tutti.call("job.list", {}))).filter(isOn(record.name)).map(onMirror);
  return withRepositories(terminal, async (parts) => {
    const address: Address = requireAddress(record.url);
    const faults = removalFaults(await readHoldings(parts, address, jobs));
    if (faults.length > 0) throw kept(record, faults);
    if (options.json !== true) terminal.out(`${visible(record.url)} has everything that is in ${record.name}.`);
    if (!(await isAgreed(terminal, options, "Remove the mirror?"))) return exitCodes.failed;
    await removeMirror(parts, record.name);
    terminal.out(options.json === true ? JSON.stringify({ removed: record.name }) : `${record.name}: removed`);
    return exitCodes.good;
  });
}

function isOn(name: string): (job: JobSummary) => boolean {
  return ({ repository }) => repository.includes("/managed-repos/") && repository.endsWith(`/checkouts/${name}`);
}

function onMirror({ id, status, counts }: JobSummary): JobOnMirror {
  return {
    id,
    isOver: status === "finished" || status === "cancelled",
    unlanded: counts.sheets - counts.landed - counts.skipped,
  };
}

function kept({ name }: MirrorRecord, faults: readonly string[]): TuttiError {
  return new TuttiError("repository.in_use", `${name} stays: ${firstLines(faults, 10).join("; ")}`, {
    audience: "user",
    hint: "Finish it (tutti resume JOB), or give it up: tutti archive --forget JOB. Commits that are not pushed lie in the mirror's branches.",
  });
}
