import type { ReactNode } from "react";
import { stopwatch } from "../../kit/words.ts";

export interface Time {
  readonly from: number;
  readonly to: number;
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400];
const mostTicks = 9;

export function Axis({ from, to }: Time): ReactNode {
  const seconds = (to - from) / 1000;
  const step = steps.find((one) => seconds / one <= mostTicks) ?? 86_400 * Math.ceil(seconds / 86_400 / mostTicks);
  const ticks = Array.from({ length: Math.floor(seconds / step) + 1 }, (_, place) => place * step);
  return (
    <div className="axis" aria-hidden="true">
      <span />
      <div>
        {ticks.map((at) => (
          <span key={at} style={{ left: `${(100 * at) / seconds}%` }}>
            {at === 0 ? "0" : stopwatch(at * 1000)}
          </span>
        ))}
      </div>
      <span />
    </div>
  );
}
