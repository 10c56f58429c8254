/** Ways to do the same thing, by name; each is timed from call to settling. */
export type Contenders<Name extends string> = Readonly<Record<Name, () => Promise<unknown>>>;

export interface Plan {
  readonly rounds: number;
  /** Rounds before the first that counts: caches and clocks settle. */
  readonly warmUps: number;
  /** Called before every turn, outside its time: to make ready what it needs. */
  readonly before?: (name: string) => Promise<unknown>;
  /** Called after every turn, outside its time: to clear away what it left. */
  readonly between?: () => Promise<unknown>;
  /** Monotonic milliseconds. */
  readonly ticks?: () => number;
}

/**
 * Times in milliseconds of each contender in each round. All take part in every round, so that what slows the machine
 * down slows all of them; and every round begins with another one, so that none always runs after the same neighbour.
 */
export async function measure<Name extends string>(
  contenders: Contenders<Name>,
  plan: Plan,
): Promise<Record<Name, number[]>> {
  const ticks = plan.ticks ?? (() => performance.now());
  const names = Object.keys(contenders) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -plan.warmUps; round < plan.rounds; round++) {
    for (const name of turned(names, round + plan.warmUps)) {
      await plan.before?.(name);
      const from = ticks();
      await contenders[name]();
      const took = ticks() - from;
      if (round >= 0) times[name].push(took);
      await plan.between?.();
    }
  }
  return times;
}

function turned<T>(list: readonly T[], by: number): T[] {
  const start = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** Between two neighbours, the point in proportion. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
