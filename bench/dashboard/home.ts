import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeBus } from "../../src/api/events/bus.ts";
import { type HttpDoor, openHttpDoor } from "../../src/api/http/serve.ts";
import { lookHandlers } from "../../src/api/methods/looks.ts";
import type { Handlers } from "../../src/api/methods/table.ts";
import type { CommitSha, ContextId, EpochMs, JobId, SheetId } from "../../src/base/ids.ts";
import { realWorld } from "../../src/base/world/real-world.ts";
import { type Book, openBook } from "../../src/conductor/book.ts";
import { openHome, wireGit } from "../../src/isolation/home/home.ts";
import { makeRunProcess } from "../../src/process/run/run.ts";
import { processGroup } from "../../src/process/tree/containment.ts";
import { lookDesk } from "../../src/root/looking.ts";
import type { SheetEvent } from "../../src/sheet/events/event.ts";
import { openStore } from "../../src/store/sqlite/open.ts";
import { makeJob, makePlan, makeSheet } from "../../test/kit/jobs.ts";
import { settingOf } from "../../test/kit/setting.ts";

/** A home with one large job in its journal, and the door for browsers in front of it. */
export interface LargeHome {
  readonly job: JobId;
  readonly door: HttpDoor;
  readonly rows: number;
  /** The sheet with the long log. */
  readonly logged: string;
  /** Writes so many events, each by itself. */
  news(count: number): Promise<void>;
  close(): Promise<void>;
}

const name = (place: number): string => `s${String(place).padStart(5, "0")}`;
const hourMs = 3_600_000;

/**
 * The store, the journal, the bus, the methods and the door are the conductor's own; only the job is not played: what its
 * loop would write is written here.
 */
export async function openLargeHome(folder: string, size: { sheets: number; logBytes: number }): Promise<LargeHome> {
  const setting = settingOf(join(folder, "home"), { PATH: process.env["PATH"], HOME: folder });
  const places = await openHome(setting.home, setting.locks);
  const run = makeRunProcess({ containment: processGroup, owner: "bench", clock: realWorld });
  const git = await wireGit(places, run, setting.env);
  const store = await openStore(places.home);
  const begun = realWorld.now() - hourMs;
  const sheets = Array.from({ length: size.sheets }, (_, place) =>
    makeSheet(name(place), { title: `Change module ${String(place)}`, after: waitsFor(place) }),
  );
  const job = makeJob("large", [], {
    plan: makePlan(sheets, { name: "large" }),
    createdAt: begun as EpochMs,
    epoch: store.epoch,
    parallel: 64,
  });
  const book = openBook(store.journal, { job, states: new Map() });
  await book.recordJob({ kind: "submitted", at: job.createdAt, job });
  const landed = Math.floor(size.sheets * 0.8);
  await recordLives(book, { from: 0, to: landed, begun, overMs: hourMs });
  writeLog(places.attempt(job.id, name(0) as SheetId, 1), size.logBytes);
  const live = {
    calls: () => [],
    held: () => null,
    disk: () => null,
    shut: () => [],
    waits: () => [],
    use: () => undefined,
    lanes: () => new Map(),
  };
  const desk = lookDesk({ git, run, places, store, isPlayed: () => Promise.resolve(true), setting, live });
  const bus = makeBus({ store, titleOf: (_, sheet) => `Change module ${sheet}` });
  const handlers = lookHandlers(desk) as unknown as Handlers;
  const door = await openHttpDoor({ handlers, bus, version: "bench", now: () => realWorld.now(), port: 0 });
  const next = endlessNews(landed, size.sheets);
  return {
    job: job.id,
    door,
    rows: await store.position(),
    logged: name(0),
    news: async (count) => {
      for (let written = 0; written < count; written += 1) await book.recordSheets([next()]);
    },
    close: async () => {
      await door.close();
      bus.close();
      await store.close();
    },
  };
}

/** A tree of four branches at each sheet, twenty deep at most. */
function waitsFor(place: number): readonly SheetId[] {
  return place < 40 ? [] : [name(Math.floor(place / 4)) as SheetId];
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly begun: number;
  readonly overMs: number;
}

async function recordLives(book: Book, { from, to, begun, overMs }: Range): Promise<void> {
  const atOnce = 400;
  for (let start = from; start < to; start += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, to - start) }, (_, place) => start + place);
    const events = some.flatMap((place) => {
      const at = begun + (overMs * 0.95 * (place - from)) / (to - from);
      return lifeOf(name(place), (part) => at + part * 15_000);
    });
    await book.recordSheets(events);
  }
}

type News = { readonly sheet: SheetId; readonly event: SheetEvent };

/** Five rows: started, placed, alive, ended, and landed without a change. */
function lifeOf(sheet: string, time: (part: number) => number): readonly News[] {
  const about = { attempt: 1, context: `context-${sheet}` as ContextId, base: "b".repeat(40) as CommitSha };
  const at = (part: number): EpochMs => Math.round(time(part)) as EpochMs;
  const events: readonly SheetEvent[] = [
    { kind: "started", at: at(0), ...about },
    {
      ...{ kind: "placed", at: at(0.1), ...about, level: "clone" },
      ...{ path: `/contexts/${sheet}`, branch: null, fallback: null },
    },
    { kind: "playing", at: at(0.2), attempt: 1, agent: "opus", model: "opus-5", session: `session-${sheet}` },
    { kind: "validating", at: at(0.7), attempt: 1 },
    {
      ...{ kind: "ended", at: at(1), attempt: 1, end: { kind: "exited", code: 0 }, trouble: null, words: "Done." },
      ...{ verdict: { kind: "unvalidated" }, capture: "c".repeat(40), changed: false, chance: 0.5 },
      ...{ usage: { usd: 0.05, inputTokens: 9_000, outputTokens: 700, cacheReadTokens: 0, cacheWriteTokens: 0 } },
      ...{ spent: { contextMs: 90, agentMs: 9_000, captureMs: 40, checksMs: 800 } },
      ...{ leftOut: { count: 0, first: [], isIncomplete: false } },
    } as unknown as SheetEvent,
  ];
  return events.map((event) => ({ sheet: sheet as SheetId, event }));
}

/** Eight sheets live at a time, one step each in turn. */
function endlessNews(from: number, to: number): () => News {
  const open: News[][] = [];
  let next = from;
  let turn = 0;
  return () => {
    while (open.length < 8 && next < to) open.push([...lifeOf(name(next++), () => realWorld.now())]);
    turn = (turn + 1) % Math.max(1, open.length);
    const life = open[turn];
    const news = life?.shift();
    if (life?.length === 0) open.splice(turn, 1);
    if (news === undefined) throw new Error("all sheets are done: the job is too small for so many events");
    return { ...news, event: { ...news.event, at: realWorld.now() } };
  };
}

/** Lines as of a build, with markup, sequences that would flood or hide, and one line of 10 MB. */
function writeLog(folder: string, bytes: number): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "stdout.log");
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "w");
  const bad = [
    "<script>document.title = 'owned'</script><img src=x onerror=\"document.title='owned'\">\n",
    "\u001b[999999999b\u001b[2J\u001b[H\u001b]0;owned\u0007\u001b]52;c;b3duZWQ=\u0007\u001b[?1049h\u001bc\n",
    `${"\u001b[1m\u001b[31m".repeat(2_000)}x\n`,
    `${"\u001b[".repeat(20_000)}\n`,
  ].join("");
  const plain = `${"building module, 42 tests passed in 1.3 s ".repeat(2)}\n`.repeat(12_000);
  const long = `${"y".repeat(10_000_000)}\n`;
  let written = writeSync(file, bad) + writeSync(file, plain) + writeSync(file, long);
  while (written < bytes) written += writeSync(file, plain) + writeSync(file, bad);
  closeSync(file);
}
