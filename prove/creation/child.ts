import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Level, openContext } from "../contexts/ground.ts";

/** What a process of its own is asked to make. */
export interface Order {
  readonly repository: string;
  readonly home: string;
  readonly level: Level;
  readonly ids: readonly string[];
  readonly atOnce: number;
}

/** One line for each thing that happens, in order. */
export type Told =
  | { readonly kind: "begin"; readonly id: string }
  | { readonly kind: "made"; readonly id: string; readonly path: string }
  | { readonly kind: "failed"; readonly id: string; readonly why: string };

const order = JSON.parse(process.argv[2] ?? "{}") as Order;
const queue = order.ids.values();
await Promise.all(Array.from({ length: order.atOnce }, work));

async function work(): Promise<void> {
  for (const id of queue) {
    tell({ kind: "begin", id });
    await make(id).then(
      (path) => {
        tell({ kind: "made", id, path });
      },
      (error: unknown) => {
        tell({ kind: "failed", id, why: String(error) });
      },
    );
  }
}

async function make(id: string): Promise<string> {
  const context = await openContext(order, { id, level: order.level });
  if (order.level === "none") await beAlone(context.path, id);
  await context.close();
  return context.path;
}

/** The user's own folder takes one process at a time: it leaves a mark until it goes. */
async function beAlone(folder: string, id: string): Promise<void> {
  const mark = join(folder, ".git", "in-use");
  if (existsSync(mark)) throw new Error(`${id} is not alone in ${folder}`);
  writeFileSync(mark, id);
  await new Promise((resolve) => setTimeout(resolve, 1));
  rmSync(mark);
}

function tell(told: Told): void {
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
