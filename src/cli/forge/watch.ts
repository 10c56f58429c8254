import { hostname } from "node:os";
import { codeOf, messageOf } from "../../base/error.ts";
import { nameOf } from "../../base/names.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { isoTime } from "../../base/text.ts";
import type { EpochMs } from "../../base/ids.ts";
import { referenceOf } from "../../forge/issues/reference.ts";
import { type Call, mentionIn } from "../../forge/mentions/mention.ts";
import { claim, readSaid, type Watched } from "../../forge/mentions/watch.ts";
import { openApi } from "../../forge/open-forge.ts";
import { forgeMeans } from "../../root/forge-means.ts";
import { exitCodes } from "../exit-codes.ts";
import { settingFrom } from "../setting.ts";
import { stopSignal, usage } from "../terminal/input.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { duration, jsonLinesOption, offer, oneMore } from "../tree/options.ts";
import { begin, taskOptions, type WatchOptions } from "./begin.ts";

export const declare: Declare = (command, perform) => {
  const watching = command
    .command("watch", { isDefault: true })
    .description(
      "Look for mentions by trusted people in issues and pull requests, and begin a task for each: a pull request for an issue, commits on its branch for a pull request, a review where a person asks for one.",
    )
    .argument("<repositories...>", "owner/name")
    .option("--trust <login>", "person whose mentions are done; repeatable", oneMore)
    .option("--trust-members", "do the mentions of everyone who may write to the repository")
    .option("--mention <name>", "name that is called (default: the account of the login)")
    .option("--every <duration>", "time between two looks (default: 1m)", duration)
    .option("--since <duration>", "how far back the first look goes (default: 1d)", duration)
    .option("--once", "look once and exit")
    .option("--validate <command>", "command that must succeed on each result; repeatable", oneMore);
  offer(watching, taskOptions).addOption(jsonLinesOption).action(perform(watch));
};

const usualEveryMs = 60_000;
const leastEveryMs = 10_000;
const usualSinceMs = 24 * 3_600_000;
/** The clocks of servers and machines differ. */
const overlapMs = 5 * 60_000;

async function watch(terminal: Terminal, options: WatchOptions): Promise<number> {
  if (options.trust === undefined && options.trustMembers !== true)
    throw usage("whose mentions are to be done?", "Name the people: --trust ada --trust bob; or --trust-members");
  if (options.mention !== undefined && !/^@?[\w-]+$/.test(options.mention))
    throw usage(`${JSON.stringify(options.mention)} is no name of an account`, "Use letters, digits and hyphens.");
  const everyMs = Math.max(leastEveryMs, options.every ?? usualEveryMs);
  const watched = await Promise.all(options.repositories.map(open));
  const stop = stopSignal();
  const round: Round = { done: new Set(), reviews: new Set() };
  let since = realWorld.now() - (options.since ?? usualSinceMs);
  try {
    for (;;) {
      const at = realWorld.now();
      const looks = await Promise.all(watched.map((one) => look(terminal, options, { ...round, one, since })));
      const isWhole = looks.every(Boolean);
      if (options.once === true || stop.signal.aborted) {
        await Promise.all(round.reviews);
        return isWhole ? exitCodes.good : exitCodes.failed;
      }
      // A failed look keeps `since`, so the next look finds the missed events.
      if (isWhole) since = at - overlapMs;
      await pause(everyMs, stop.signal);
    }
  } finally {
    stop.release();
  }
}

async function open(name: string): Promise<Watched> {
  if (!/^[\w.-]+\/[\w.-]+$/.test(name))
    throw usage(`${JSON.stringify(name)} is no repository`, "Write it like owner/name.");
  const { place } = referenceOf(`${name}#1`, process.env);
  const api = await openApi(place, forgeMeans(process.env));
  return { place, api, me: (await api.get("/user")).requireText("login") };
}

interface Round {
  /** Mentions that this process is done with. */
  readonly done: Set<string>;
  /** Reviews that are under way: their comments are made when they end. */
  readonly reviews: Set<Promise<void>>;
}

interface Looking extends Round {
  readonly one: Watched;
  readonly since: number;
}

/** `false`: not everything could be seen or begun; the next look tries again. */
async function look(terminal: Terminal, options: WatchOptions, looking: Looking): Promise<boolean> {
  const { one, since, done, reviews } = looking;
  const path = `${one.place.owner}/${one.place.name}`;
  let isWhole = true;
  const failed = (what: string, error: unknown): void => {
    // A login that is gone does not come back by waiting.
    if (codeOf(error) === "forge.no_login" || codeOf(error) === "forge.not_allowed") throw error;
    isWhole = false;
    terminal.err(terminal.yellow(prose(`${what}: ${messageOf(error)}`)));
  };
  const said = await readSaid(one, isoTime(since as EpochMs)).catch((error: unknown) => {
    failed(`${path} could not be looked at`, error);
    return [];
  });
  const call = callOf(one, options);
  for (const mention of said.flatMap((text) => mentionIn(text, call) ?? [])) {
    const name = `${path}#${String(mention.number)}`;
    const id = `${one.place.host} ${path} ${mention.id}`;
    if (done.has(id)) continue;
    done.add(id);
    const again = (error: unknown): void => {
      done.delete(id);
      failed(`${name}: the mention by ${mention.author} could not be begun`, error);
    };
    try {
      if (!(await claim(one, mention, homeName()))) continue;
      const begun = begin(terminal, options, { name, mention, key: nameOf(id) });
      if (mention.wants === "review") {
        const review = begun.catch(again).finally(() => reviews.delete(review));
        reviews.add(review);
      } else await begun;
    } catch (error) {
      again(error);
    }
  }
  return isWhole;
}

function callOf({ me }: Watched, { mention, trust = [], trustMembers }: WatchOptions): Call {
  const people = new Set(trust.map((login) => login.replace(/^@/, "").toLowerCase()));
  return { name: mention?.replace(/^@/, "") ?? me, people, members: trustMembers === true };
}

/** Of this home on this machine: others of the same account have claims of their own. */
function homeName(): string {
  return nameOf(`${hostname()}:${settingFrom(process.env).home}`);
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const callOff = realWorld.after(ms, resolve);
    stop.addEventListener("abort", () => {
      callOff();
      resolve();
    });
  });
}
