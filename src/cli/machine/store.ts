import { TuttiError } from "../../base/error.ts";
import { plural } from "../../base/text.ts";
import { embedded, isPostgres, shownAddress } from "../../base/store-address.ts";
import { readSettings } from "../../config/read.ts";
import { storeFinding } from "../../doctor/records.ts";
import { moveStoreTo } from "../../root/move-store.ts";
import { exitCodes } from "../exit-codes.ts";
import { settingFrom } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .command("show")
    .description("show where the journal lies, whether it answers and who writes it")
    .addOption(jsonOption)
    .action(perform(showStore));
  command
    .command("migrate")
    .description("move the journal and all state to another database, compared row by row")
    .requiredOption("--to <address>", "postgres://user@host/database, or sqlite")
    .addOption(jsonOption)
    .action(perform(migrateStore));
};

export async function showStore(terminal: Terminal, options: { readonly json?: true }): Promise<number> {
  const { settings, rows } = await readSettings({ env: process.env, project: null });
  const address = settings.store;
  const { home, env } = settingFrom(process.env);
  const { state, detail, fix } = await storeFinding({ home, env, address });
  const shown = shownAddress(address);
  const origin = rows.find(({ key }) => key === "store")?.origin ?? "built-in";
  if (options.json === true) terminal.out(JSON.stringify({ store: shown, origin, state, detail }));
  else {
    terminal.out(`${shown}  ${terminal.dim(`(${origin})`)}`);
    terminal.out(detail);
    if (fix !== null) terminal.err(fix);
  }
  return state === "bad" ? exitCodes.failed : exitCodes.good;
}

interface MigrateOptions {
  readonly to: string;
  readonly json?: true;
}

export async function migrateStore(terminal: Terminal, { to, json }: MigrateOptions): Promise<number> {
  if (to !== embedded && !isPostgres(to))
    throw new TuttiError("cli.usage", "--to is neither sqlite nor an address of PostgreSQL", {
      audience: "user",
      hint: "For example: tutti store migrate --to postgres://tutti@db.example.org/work",
    });
  const { settings, rows } = await readSettings({ env: process.env, project: null });
  const moved = await moveStoreTo({ ...settingFrom(process.env), settings: () => settings }, to);
  if (json === true) {
    terminal.out(JSON.stringify(moved));
    return exitCodes.good;
  }
  for (const { table, rows: count, hash } of moved.tables)
    if (count > 0)
      terminal.out(`${table.padEnd(16)} ${String(count).padStart(8)} rows  ${hash.slice(0, 12)}  the same`);
  const all = moved.tables.reduce((sum, { rows: count }) => sum + count, 0);
  terminal.out(`${plural(all, "row")} moved from ${moved.from} to ${moved.to}`);
  const row = rows.find(({ key }) => key === "store");
  const how = row?.origin === "environment" ? `${row.where ?? ""}=${moved.to}` : `tutti config set store ${moved.to}`;
  terminal.err(`Now tell Tutti where it is: ${how}`);
  return exitCodes.good;
}
