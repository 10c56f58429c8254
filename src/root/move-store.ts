import { isPostgres } from "../base/store-address.ts";
import { openHome } from "../isolation/home/home.ts";
import type { Copied } from "../store/sql/copy.ts";
import { type Seat, moveStore } from "../store/sql/seat.ts";
import { takeSqlite } from "../store/sqlite/seat.ts";
import { TuttiError } from "../base/error.ts";
import type { Setting } from "./setting.ts";

export interface Moved {
  readonly from: string;
  readonly to: string;
  readonly tables: readonly Copied[];
}

/** Moves the store of a home to another database, as the setting `store` would name it. */
export async function moveStoreTo(setting: Pick<Setting, "home" | "env" | "settings">, to: string): Promise<Moved> {
  const { home } = await openHome(setting.home);
  const address = setting.settings().store;
  if (address === to)
    throw new TuttiError("cli.usage", "the store is there already", {
      audience: "user",
      hint: "tutti store show says where it is.",
    });
  const take = async (where: string): Promise<Seat> => {
    if (!isPostgres(where)) return takeSqlite(home);
    const { takePostgres } = await import("../store/postgres/seat.ts");
    return takePostgres({ url: where, env: setting.env });
  };
  const source = await take(address);
  try {
    const target = await take(to);
    try {
      const tables = await moveStore(source, target);
      return { from: source.shown, to: target.shown, tables };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
