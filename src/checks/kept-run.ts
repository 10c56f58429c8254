import { openKept } from "../process/output/kept-file.ts";
import { runLogCap } from "../base/files/run-log.ts";
import type { RunProcess } from "../process/process.ts";
import type { KeptOutput } from "./place.ts";

/** For programs whose output has to be read as a whole: it is kept afterwards. Several runs go into one file. */
export async function withKept<T>(
  { path, cleaner }: KeptOutput,
  run: RunProcess,
  use: (run: RunProcess) => Promise<T>,
): Promise<T> {
  const file = await openKept(path, runLogCap);
  const write = async (printed: Buffer): Promise<void> => {
    const clean = cleaner();
    await file.append(Buffer.concat([clean.push(printed), clean.end()]));
  };
  try {
    return await use(async (request) => {
      const end = await run(request);
      await write(end.stdout);
      await write(end.stderr);
      return end;
    });
  } finally {
    await file.close("");
  }
}
