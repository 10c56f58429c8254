import type { CommitSha } from "../../src/base/ids.ts";
import type { JournalRow } from "../../src/store/row.ts";
import type { StoreReader } from "../../src/store/store.ts";
import { openReader } from "../../src/store/sqlite/open.ts";
import { storesOf } from "../contexts/stores.ts";
import { type Playground, askGit } from "../playground.ts";

/** What the journal says of all conductors together. */
export interface Lives {
  /** Conductors that came as far as writing that they are there. */
  readonly begun: number;
  /** Of those, the ones that got so far as to start a sheet. */
  readonly dispatched: number;
  /** Sheets that were started, each attempt counted. */
  readonly started: number;
  readonly interruptions: number;
}

export async function readLives(ground: Playground): Promise<Lives> {
  const rows = await readJournal(ground);
  const starts = rows.flatMap(({ kind }, place) => (kind === "conductor-started" ? [place] : []));
  const lives = starts.map((from, place) => rows.slice(from, starts[place + 1]));
  return {
    begun: lives.length,
    dispatched: lives.filter((life) => life.some(({ kind }) => kind === "started")).length,
    started: rows.filter(({ kind }) => kind === "started").length,
    interruptions: rows.filter(({ kind }) => kind === "interrupted").length,
  };
}

/** Every capture in the journal can be read from Tutti's own repository. */
export async function inspectCaptures(ground: Playground): Promise<readonly string[]> {
  const commits = [...new Set((await readJournal(ground)).flatMap(captureOf))];
  const { stores } = storesOf(ground);
  const missing: string[] = [];
  for (const commit of commits) {
    const answers = await Promise.all(
      stores.map((store) => askGit(ground, store, ["cat-file", "-e", `${commit}^{tree}`])),
    );
    if (!answers.some(({ code }) => code === 0)) missing.push(`the capture ${commit} is gone`);
  }
  return commits.length === 0 ? ["nothing was ever captured"] : missing;
}

function captureOf({ body }: JournalRow): readonly CommitSha[] {
  const { capture } = body as { capture?: CommitSha | null };
  return capture === undefined || capture === null ? [] : [capture];
}

async function readJournal(ground: Playground): Promise<readonly JournalRow[]> {
  return (await asking(ground, (store) => store.rows({ after: 0, limit: 1_000_000 }))) ?? [];
}

/** How far the journal has come, and what its one job is now. */
export async function readProgress(
  ground: Playground,
): Promise<{ readonly position: number; readonly status: string | undefined }> {
  const seen = await asking(ground, async (store) => ({
    position: await store.position(),
    status: (await store.jobs())[0]?.status.kind,
  }));
  return seen ?? { position: 0, status: undefined };
}

async function asking<T>(ground: Playground, ask: (store: StoreReader) => Promise<T>): Promise<T | undefined> {
  const store = await openReader(ground.home);
  try {
    return store === undefined ? undefined : await ask(store);
  } finally {
    await store?.close();
  }
}
