import type { World } from "../base/world.ts";
import { type DiskLevel, type DiskRoom, isAtLeast } from "../isolation/disk/govern.ts";
import type { DiskLimits } from "../isolation/disk/limits.ts";
import { watchDisk } from "../isolation/disk/watch.ts";
import type { Brake } from "../process/brake.ts";

export interface Governor {
  /** Why there is no room for another sheet, with the figure; `null` when there is. */
  whyNot(): string | null;
  stop(): void;
}

interface Governed {
  readonly path: string;
  readonly limits: DiskLimits;
  readonly world: World;
  readonly brake: Brake;
  /** Gives back what nobody needs: called with every change for the worse. */
  readonly makeRoom: () => Promise<void>;
  readonly notice: (text: string) => void;
}

const everyMs = 2_000;

/** Watches the disk that contexts lie on: warns, stops admission, halts agents, and lets all go on by itself when there is room. */
export async function governHome(governed: Governed): Promise<Governor> {
  const { path, limits, world, brake, makeRoom, notice } = governed;
  let level: DiskLevel = "ample";
  let said = "";
  const onChange = (now: DiskLevel, room: DiskRoom): void => {
    const isWorse = isAtLeast(now, level) && now !== level;
    level = now;
    said = words(now, room);
    notice(said);
    brake.set(now === "full");
    if (isWorse) void makeRoom();
  };
  const stop = await watchDisk({ path, limits, world, everyMs, onChange });
  return {
    whyNot: () => (isAtLeast(level, "short") ? said : null),
    stop: () => {
      stop();
      brake.set(false);
    },
  };
}

function words(level: DiskLevel, { freeBytes }: DiskRoom): string {
  const free = `${(freeBytes / 1e9).toFixed(1)} GB free on the disk`;
  switch (level) {
    case "ample":
      return `${free}: everything goes on`;
    case "low":
      return `${free}: the trash and build artefacts of kept contexts go first (tutti clean shows what else could)`;
    case "short":
      return `${free}: no sheet starts until there is room`;
    case "full":
      return `${free}: agents are halted until there is room`;
  }
}
