import { isolationLevels } from "../../src/score/plan/levels.ts";
import { isolate } from "../../src/library.ts";
import type { Playground } from "../playground.ts";

/** Those that the library makes: it runs no programs, so it has none in containers. */
export const levels = isolationLevels.filter((level) => level !== "container");
export type Level = (typeof levels)[number];

/** A context as this proof uses it: the one place that knows the shape of the library. */
export interface Opened {
  /** What Tutti calls it, also on the hub. */
  readonly id: string;
  /** The folder a task works in. */
  readonly path: string;
  /** Full name of the ref that the result gets in the user's repository, where it gets one. */
  readonly branch: string | null;
  take(): Promise<Taken>;
  /** Lets the next one in, where contexts are exclusive. */
  close(): Promise<void>;
}

export interface Taken {
  readonly commit: string;
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  /** Gives the library's own word for what came of it. */
  destroy(): Promise<string>;
}

export interface Wish {
  readonly id: string;
  readonly level: Level;
  readonly objects?: "shared" | "copy";
}

export async function openContext(
  ground: Pick<Playground, "repository" | "home">,
  { id, level, objects }: Wish,
): Promise<Opened> {
  const isolation = await isolate(ground.repository, id, level, {
    home: ground.home,
    ...(objects === undefined ? {} : { objects }),
  });
  return {
    id: isolation.context.id,
    path: isolation.context.path,
    branch: isolation.context.branch,
    take: async () => {
      const proof = await isolation.snapshot();
      return { commit: proof.commit, leftOut: proof.leftOut, destroy: () => isolation.destroy(proof) };
    },
    close: () => isolation.close(),
  };
}
