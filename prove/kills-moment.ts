import { mkdirSync, watch } from "node:fs";
import { join } from "node:path";
import type { Playground } from "./playground.ts";
import type { Chance } from "./seed.ts";

/** A file in the user's repository that tells, when it comes, changes or goes, that a landing is at a certain point. */
interface Sign {
  readonly folder: string;
  readonly file: string;
  /** How often it is seen in a run, at least. */
  readonly times: number;
}

const signs: readonly [Sign, ...Sign[]] = [
  { folder: ".git", file: "index.lock.tutti", times: 5 },
  { folder: ".git", file: "index.lock", times: 5 },
  { folder: ".git", file: "HEAD.lock", times: 5 },
  { folder: ".git", file: "index.tutti", times: 5 },
  { folder: ".git", file: "index", times: 5 },
  { folder: ".git/refs/heads", file: "main.lock", times: 5 },
  { folder: ".git/refs/heads", file: "main", times: 5 },
  { folder: ".git/refs/tutti", file: "receipts.lock", times: 5 },
  { folder: ".", file: "shared.txt", times: 3 },
  { folder: ".", file: "big.txt", times: 3 },
  { folder: ".", file: "swap", times: 2 },
  { folder: ".", file: "nest", times: 3 },
  { folder: ".", file: "tool.sh", times: 3 },
];

/** When a kill is to come. */
export type Moment =
  /** So long after the start, as a share of what an undisturbed run takes. */
  | { readonly kind: "time"; readonly share: number }
  /** So long after a sign was seen for the nth time. */
  | { readonly kind: "landing"; readonly sign: Sign; readonly nth: number; readonly delayMs: number };

/** Landings take a small part of the time, so chance alone would rarely meet one. */
const landingShare = 0.4;

export function drawMoment(chance: Chance, isFirst: boolean): Moment {
  if (chance.next() < landingShare) {
    const sign = chance.pick(signs);
    return { kind: "landing", sign, nth: 1 + chance.whole(sign.times), delayMs: chance.next() ** 2 * 25 };
  }
  // Going on after a kill begins with putting things right, which is over soon.
  const share = isFirst || chance.next() < 0.5 ? chance.next() : chance.next() * 0.25;
  return { kind: "time", share };
}

export interface Awaited {
  readonly reached: Promise<"reached">;
  callOff(): void;
}

export function awaitMoment(moment: Moment, ground: Playground, runMs: number): Awaited {
  return moment.kind === "time" ? awaitTime(moment.share * runMs) : awaitSign(moment, ground);
}

function awaitTime(delayMs: number): Awaited {
  let timer: NodeJS.Timeout | undefined;
  const reached = new Promise<"reached">((resolve) => {
    timer = setTimeout(resolve, delayMs, "reached");
  });
  return {
    reached,
    callOff: () => {
      clearTimeout(timer);
    },
  };
}

function awaitSign(moment: Moment & { kind: "landing" }, ground: Playground): Awaited {
  let seen = 0;
  let pause: Awaited | undefined;
  let reach: (word: "reached") => void = () => undefined;
  const reached = new Promise<"reached">((resolve) => {
    reach = resolve;
  });
  const folder = join(ground.repository, moment.sign.folder);
  // One of git's own folders may not be there yet.
  mkdirSync(folder, { recursive: true });
  const watcher = watch(folder, (_, name) => {
    if (name !== moment.sign.file || ++seen !== moment.nth) return;
    pause = awaitTime(moment.delayMs);
    void pause.reached.then(reach);
  });
  return {
    reached,
    callOff: () => {
      watcher.close();
      pause?.callOff();
    },
  };
}
