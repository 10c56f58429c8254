export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Of 95 %. */
const z = 1.959964;

/** Wilson's interval of a share: it holds for few trials too, and at 0 and 1. */
export function shareInterval(good: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = good / trials;
  const spread = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  const centre = share + (z * z) / (2 * trials);
  const scale = 1 + (z * z) / trials;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}

export interface Share {
  readonly good: number;
  readonly trials: number;
}

/** Newcombe's interval of the difference of two shares, from Wilson's of each. */
export function differenceInterval(one: Share, other: Share): Interval & { readonly difference: number } {
  const first = shareInterval(one.good, one.trials);
  const second = shareInterval(other.good, other.trials);
  const a = one.trials === 0 ? 0.5 : one.good / one.trials;
  const b = other.trials === 0 ? 0.5 : other.good / other.trials;
  return {
    difference: a - b,
    low: a - b - Math.hypot(a - first.low, second.high - b),
    high: a - b + Math.hypot(first.high - a, b - second.low),
  };
}
