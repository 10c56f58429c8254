import type { EpochMs } from "../../src/base/ids.ts";
import {
  type Lane,
  firstWindow,
  newLane,
  runningOf,
  withRunning,
  withUse,
  withWants,
} from "../../src/schedule/accounts/lane.ts";
import { laneLeave } from "../../src/schedule/accounts/leave.ts";
import { afterAnswer, afterRefusal } from "../../src/schedule/accounts/learn.ts";
import { toldIn } from "../../src/schedule/accounts/told.ts";

/** The limits of a provider in simulated time. */
export interface Allowed {
  readonly sessions?: number;
  /** So many in any span of so many milliseconds. */
  readonly calls?: readonly [number, number];
  readonly tokens?: readonly [number, number];
  /** Whether it says its limits in figures. */
  readonly isTold: boolean;
}

export interface Load {
  readonly homes: number;
  /** Of each home. */
  readonly sheets: number;
  readonly turns: number;
  readonly turnMs: number;
  readonly turnTokens: number;
  /** Until a session makes its first call. */
  readonly startMs: number;
  /** Until a refusal is known, and the session over. */
  readonly noteMs: number;
  readonly chance: () => number;
}

export interface Outcome {
  readonly done: number;
  readonly refused: number;
  /** The most refusals that one sheet met. */
  readonly worst: number;
  /** Of what was allowed, from the first call until fewer sheets were left than can use it. */
  readonly share: number;
  /** By home: how many sheets it had finished when the first home had finished all. */
  readonly doneByHome: readonly number[];
  readonly seconds: number;
  readonly lane: Lane;
}

interface Sheet {
  turn: number;
  notBefore: number;
  refusals: number;
}

interface Home {
  readonly name: string;
  readonly waiting: Sheet[];
  done: number;
}

type Answer = { readonly isGood: true } | { readonly isGood: false; readonly words: string; readonly waitMs: number };

const pollMs = 250;
/** As the accounts of a conductor see it. */
const wellMs = 10_000;

/** Sheets of several homes behind one account, in a time that passes only here; every refusal ends an attempt. */
export function playGoverned(allowed: Allowed, load: Load): Outcome {
  const begin = 1_000_000;
  let now = begin;
  let timers: { readonly at: number; readonly call: () => void }[] = [];
  const after = (ms: number, call: () => void): void => void timers.push({ at: now + ms, call });
  const spread = (ms: number): number => ms * (0.6 + 0.8 * load.chance());
  const moment = (): EpochMs => now as EpochMs;
  const grants: { readonly at: number; readonly tokens: number }[] = [];
  let [refused, sessions, busyMs, seen] = [0, 0, 0, begin];
  let lane = newLane({ name: "model", account: "account", window: firstWindow });
  const homes = Array.from({ length: load.homes }, (_, place): Home => {
    const waiting = Array.from({ length: load.sheets }, () => ({ turn: 0, notBefore: 0, refusals: 0 }));
    return { name: `home ${String(place)}`, waiting, done: 0 };
  });
  const everySheet = homes.flatMap(({ waiting }) => waiting);
  const all = everySheet.length;
  let doneByHome: readonly number[] | undefined;
  let tailAt: number | undefined;

  const ask = (isFirst: boolean, tokens: number): Answer => {
    const since = (perMs: number) => grants.filter(({ at }) => at > now - perMs);
    const no = (words: string, waitMs: number): Answer => {
      refused += 1;
      return { isGood: false, words: allowed.isTold ? words : "rate limit reached", waitMs };
    };
    if (isFirst && allowed.sessions !== undefined && sessions >= allowed.sessions)
      return no("Number of concurrent connections has exceeded your rate limit", 1_000);
    if (allowed.calls !== undefined) {
      const [limit, perMs] = allowed.calls;
      const within = since(perMs);
      if (within.length >= limit)
        return no(`Limit: ${limit} requests per ${perMs / 1000} seconds`, (within[0]?.at ?? now) + perMs - now);
    }
    if (allowed.tokens !== undefined) {
      const [limit, perMs] = allowed.tokens;
      if (since(perMs).reduce((sum, grant) => sum + grant.tokens, tokens) > limit)
        return no(`would exceed the rate limit of ${limit} input tokens per ${perMs / 1000} seconds`, 1_000);
    }
    grants.push({ at: now, tokens });
    return { isGood: true };
  };

  const count = (home: Home, more: number): void => {
    const holder = { now: moment(), holder: home.name };
    lane = withRunning(lane, holder, runningOf(lane, home.name) + more);
  };
  const open = (more: number): void => {
    busyMs += sessions * (now - seen);
    seen = now;
    sessions += more;
  };
  const look = (home: Home): void => {
    for (;;) {
      const place = home.waiting.findIndex(
        ({ notBefore, refusals }) =>
          notBefore <= now &&
          laneLeave(lane, { now: moment(), holder: home.name, isUrgent: false, isWary: refusals > 0 }).kind === "go",
      );
      if (place === -1) break;
      const [sheet] = home.waiting.splice(place, 1);
      count(home, 1);
      if (sheet !== undefined) play(home, sheet);
    }
    lane = withWants(lane, { now: moment(), holder: home.name, isUrgent: false }, home.waiting.length);
  };
  const play = (home: Home, sheet: Sheet): void => {
    let [isOpen, isAnswered] = [false, false];
    const stayWell = (): void =>
      after(wellMs, () => {
        if (!isOpen) return;
        lane = afterAnswer(lane, moment());
        stayWell();
      });
    const end = (): void => {
      if (isOpen) open(-1);
      isOpen = false;
      count(home, -1);
    };
    const turn = (): void => {
      if (sheet.turn === load.turns) {
        end();
        home.done += 1;
        if (home.done === load.sheets) doneByHome ??= homes.map(({ done }) => done);
        look(home);
        return;
      }
      const tokens = Math.round(spread(load.turnTokens));
      const answer = ask(!isOpen, tokens);
      if (!answer.isGood) {
        sheet.refusals += 1;
        if (isOpen) open(-1);
        isOpen = false;
        const until = (now + answer.waitMs) as EpochMs;
        after(spread(load.noteMs), () => {
          count(home, -1);
          sheet.notBefore = until;
          const shut = { why: "limit", until, code: "E101", detail: "" } as const;
          lane = afterRefusal(lane, { now: moment(), shut, told: toldIn(answer.words), wasAnswered: isAnswered });
          home.waiting.push(sheet);
          look(home);
        });
        return;
      }
      if (!isOpen) {
        open(1);
        stayWell();
      }
      isOpen = true;
      after(spread(load.turnMs), () => {
        sheet.turn += 1;
        lane = withUse(lane, moment(), { calls: 1, tokens, usd: 0 });
        if (!isAnswered) lane = afterAnswer(lane, moment());
        isAnswered = true;
        turn();
      });
    };
    after(spread(load.startMs), turn);
  };
  const poll = (home: Home): void => {
    look(home);
    if (home.done < load.sheets) after(pollMs, () => poll(home));
  };
  for (const home of homes) poll(home);
  while (timers.length > 0 && now < begin + 24 * 3_600_000) {
    const next = timers.reduce((one, other) => (other.at < one.at ? other : one));
    timers = timers.filter((timer) => timer !== next);
    now = next.at;
    next.call();
    if (tailAt === undefined && homes.every(({ waiting }) => waiting.length === 0)) {
      open(0);
      tailAt = now;
    }
  }
  const span = (tailAt ?? now) - begin;
  const inSpan = grants.filter(({ at }) => at <= begin + span);
  const uses = [
    allowed.sessions === undefined ? 0 : busyMs / (allowed.sessions * span),
    allowed.calls === undefined ? 0 : inSpan.length / ((allowed.calls[0] * span) / allowed.calls[1]),
    allowed.tokens === undefined
      ? 0
      : inSpan.reduce((sum, { tokens }) => sum + tokens, 0) / ((allowed.tokens[0] * span) / allowed.tokens[1]),
  ];
  return {
    done: homes.reduce((sum, { done }) => sum + done, 0),
    refused,
    worst: Math.max(0, ...everySheet.slice(0, all).map(({ refusals }) => refusals)),
    share: Math.max(...uses),
    doneByHome: doneByHome ?? [],
    seconds: (now - begin) / 1000,
    lane,
  };
}
