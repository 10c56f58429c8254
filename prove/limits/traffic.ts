import type { Asked } from "./provider.ts";
import type { Setting } from "./setting.ts";

/** What the providers had to do. */
export interface Traffic {
  readonly wrong: readonly string[];
  readonly allowed: number;
  readonly limited: number;
  readonly refused: number;
  /** How often the allowance was renewed while something was asked. */
  readonly windows: number;
}

export function trafficOf(
  asked: readonly (readonly Asked[])[],
  { parallel, allowance: { windowMs } }: Setting,
): Traffic {
  const all = asked.flat();
  const count = (...answers: readonly Asked["answer"][]): number =>
    all.filter(({ answer }) => answers.includes(answer)).length;
  const windows = asked.reduce(
    (sum, requests) => sum + new Set(requests.map(({ at }) => Math.floor(at / windowMs))).size,
    0,
  );
  const limited = count("limited");
  // The first burst meets a limit that is not known yet; from then on a part of it is enough to find out that there is
  // room.
  const bearable = parallel * asked.length + (parallel / 2) * windows;
  const wrong = limited > bearable ? [`the providers had to turn away ${limited} requests in ${windows} windows`] : [];
  return { wrong, allowed: count("allowed"), limited, refused: count("refused", "no-quota"), windows };
}
