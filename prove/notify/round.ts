import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Delivery } from "../../src/store/delivery.ts";
import type { StoreReader } from "../../src/store/store.ts";
import { endAll, makeConductorGround, reading, untilOver } from "../conductor-kills/ground.ts";
import { killAgain } from "../conductor-kills/kill-again.ts";
import type { Playground } from "../playground.ts";
import { type Chance, chanceFrom } from "../seed.ts";
import { runTutti } from "../tutti.ts";
import { type Post, type PostedEvent, openReceiver } from "./receiver.ts";

export interface Round {
  readonly seed: number;
  readonly ground: Playground;
  readonly kills: number;
  readonly events: number;
  readonly messages: number;
  /** How often a message came that its receiver had taken before, under its id. */
  readonly again: number;
  readonly lost: number;
  readonly doubled: number;
  readonly wrong: readonly string[];
}

const spanMs = 1_200;
const killsOfARound = 12;
const sheets = Array.from({ length: 10 }, (_, at) => `s${String(at)}`);
const topics = ["landed", "sheet_failed", "finished", "failed"];

/** A job whose events are told to two channels, and whose conductor is killed again and again. */
export async function playRound(seed: number, most: number): Promise<Round> {
  const chance = chanceFrom(seed);
  const receiver = await openReceiver(chance);
  const ground = await makeGround(chance, receiver.url);
  const over = new AbortController();
  // From the first start on: a conductor may die before it has told anything.
  const killing = killAgain(ground, { chance, most: Math.min(most, killsOfARound), spanMs, over: over.signal });
  await handOver(ground);
  const isStuck = !(await untilOver(ground, isTold));
  over.abort();
  const kills = await killing;
  const ending = await endAll(ground);
  receiver.close();
  const found = await judge(ground, receiver.posts);
  const wrong = [
    ...(isStuck ? ["it is stuck: a message waits, and nothing was recorded any more"] : []),
    ...ending,
    ...found.wrong,
  ];
  return { seed, ground, kills, ...found, wrong: wrong.length === 0 ? [] : [ground.folder, ...wrong] };
}

/** Kills that meet a start may keep a client from any conductor: then it says so, and a person tries again. */
async function handOver(ground: Playground): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { code } = await runTutti(ground, ["run", ground.score, "--detach"]);
    if (code === 0 || ((await reading(ground, (store) => store.jobs())) ?? []).length > 0) return;
  }
}

async function makeGround(chance: Chance, url: string): Promise<Playground & { readonly seen: string }> {
  const ground = await makeConductorGround({});
  const { seen } = ground;
  const channels = {
    hook: { type: "webhook", url, on: topics },
    file: { type: "command", command: ["sh", "-c", `cat >"$(mktemp "${seen}/told.XXXXXX")"`], on: topics },
  };
  const settings = { notifications: { group: `${String(chance.whole(500))}ms`, channels } };
  await writeFile(join(ground.folder, "config", "tutti", "config.yaml"), JSON.stringify(settings));
  const score = {
    name: "told",
    agent: "scripted",
    parallel: 3,
    retry: { attempts: 30, base_delay: "10ms", max_delay: "50ms" },
    sheets: [
      ...sheets.map((id) => ({ id, prompt: `create ${id}.txt ${id}` })),
      { id: "bad", prompt: "fail 1", retry: { attempts: 1 } },
    ],
  };
  await writeFile(ground.score, JSON.stringify(score));
  return ground;
}

/** The job has ended, and no message waits. */
async function isTold(store: StoreReader): Promise<boolean> {
  const jobs = await store.jobs();
  if (jobs.length === 0 || !jobs.every(({ status }) => status.kind === "finished")) return false;
  const { deliveries } = await store.outbox();
  const isEndTold = deliveries.some(({ items }) => items.some(({ topic }) => topic === "failed"));
  return isEndTold && deliveries.every(({ state }) => state !== "waiting");
}

type Found = Omit<Round, "seed" | "ground" | "kills">;

/** By what the receivers got, beside what the journal says has happened. */
async function judge(ground: Playground & { readonly seen: string }, posts: readonly Post[]): Promise<Found> {
  const kept = await reading(ground, async (store) => ({
    happened: await happenedIn(store),
    deliveries: (await store.outbox()).deliveries,
  }));
  if (kept === undefined) return { events: 0, messages: 0, again: 0, lost: 0, doubled: 0, wrong: ["no journal"] };
  const { happened, deliveries } = kept;
  const files = await filesIn(ground.seen);
  const taken = posts.filter(({ isTaken }) => isTaken);
  const wrong: string[] = [];
  let [lost, doubled] = [0, 0];
  for (const [channel, got] of [
    ["hook", taken],
    ["file", files],
  ] as const) {
    for (const event of happened) {
      const ids = new Set(got.filter(({ events }) => events.some((one) => isSame(one, event))).map(({ id }) => id));
      if (ids.size === 0) lost += 1;
      if (ids.size > 1) doubled += 1;
      if (ids.size !== 1) wrong.push(`${channel} was told of ${nameOf(event)} by ${String(ids.size)} messages`);
    }
  }
  return {
    events: happened.length,
    messages: deliveries.length,
    again: taken.length - new Set(taken.map(({ id }) => id)).size,
    lost,
    doubled,
    wrong: [...wrong, ...wrongIn(deliveries, posts)],
  };
}

function wrongIn(deliveries: readonly Delivery[], posts: readonly Post[]): readonly string[] {
  const wrong = deliveries.flatMap(({ id, state }) => (state === "sent" ? [] : [`${id} is ${state}`]));
  for (const id of new Set(posts.map((post) => post.id))) {
    const own = posts.filter((post) => post.id === id);
    if (new Set(own.map(({ body }) => body)).size > 1) wrong.push(`${id} came with different texts`);
    const attempts = deliveries.find((delivery) => delivery.id === id)?.attempts ?? 0;
    if (own.length > attempts)
      wrong.push(`${id} came ${String(own.length)} times, and ${String(attempts)} were counted`);
  }
  return wrong;
}

/** The events that people are told of, by the rows of the journal. */
async function happenedIn(store: StoreReader): Promise<readonly PostedEvent[]> {
  const rows = await store.rows({ after: 0, limit: 100_000 });
  return rows.flatMap(({ kind, job, sheet, after }) => {
    if (job === null) return [];
    if (kind === "landed") return [{ topic: "landed", job, sheet }];
    if (kind === "finished") return [{ topic: "failed", job, sheet: null }];
    return kind === "ended" && after?.state === "failed" ? [{ topic: "sheet_failed", job, sheet }] : [];
  });
}

async function filesIn(folder: string): Promise<readonly Pick<Post, "id" | "events">[]> {
  const told: Pick<Post, "id" | "events">[] = [];
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), "utf8");
    // A kill with all children may have met the program before it had read everything.
    if (!text.endsWith("}") && !text.endsWith("}\n")) continue;
    const { id, events } = JSON.parse(text) as {
      readonly id: string;
      readonly events: readonly { topic: string; job: { id: string }; sheet: { id: string } | null }[];
    };
    told.push({ id, events: events.map((one) => ({ ...one, job: one.job.id, sheet: one.sheet?.id ?? null })) });
  }
  return told;
}

function isSame(one: PostedEvent, { topic, job, sheet }: PostedEvent): boolean {
  return one.topic === topic && one.job === job && one.sheet === sheet;
}

function nameOf({ topic, sheet }: PostedEvent): string {
  return sheet === null ? topic : `${topic} of ${sheet}`;
}
