import { setFlagsFromString } from "node:v8";

/**
 * V8 lets the space for young objects grow to 64 MB and more as soon as much in it survives, as when a file is parsed:
 * half of the memory that reading a large score takes, and no time is saved by it (both measured: `npm run bench --
 * score`).
 */
export function keepYoungSpaceSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * For a process that plays jobs: with room for 1 MB it was cleared twelve times a sheet, a fifth of the main thread's
 * time and more on V8's other threads.
 */
export function letYoungSpaceGrow(): void {
  setFlagsFromString("--semi-space-growth-factor=2");
}
