import { mkdirSync, watch } from "node:fs";
import { join } from "node:path";
import type { Playground } from "./playground.ts";
import type { Chance } from "./seed.ts";

/** A file in the user's repository that tells, when it comes, changes or goes, that a landing is at a certain point. */
interface Sign {
  readonly folder: string;
  readonly file: string;
}

const signs: readonly [Sign, ...Sign[]] = [
  { folder: ".git", file: "index.lock.tutti" },
  { folder: ".git", file: "index.lock" },
  { folder: ".git", file: "HEAD.lock" },
  { folder: ".git", file: "index.tutti" },
  { folder: ".git", file: "index" },
  { folder: ".git/refs/heads", file: "main.lock" },
  { folder: ".git/refs/heads", file: "main" },
  { folder: ".git/refs/tutti", file: "receipts.lock" },
  { folder: ".", file: "shared.txt" },
  { folder: ".", file: "big.txt" },
  { folder: ".", file: "swap" },
  { folder: ".", file: "nest" },
  { folder: ".", file: "tool.sh" },
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
    return { kind: "landing", sign: chance.pick(signs), nth: 1 + chance.whole(5), delayMs: chance.next() ** 2 * 25 };
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
