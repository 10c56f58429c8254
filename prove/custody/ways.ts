import { kill, killWhole } from "../census.ts";
import type { Playground } from "../playground.ts";
import type { Chance } from "../seed.ts";
import { type End, type Running, lastJson } from "../tutti.ts";

/** A job whose agents have done their work. */
export interface Play {
  readonly ground: Playground;
  readonly running: Running;
  /** All agents have reported their states. */
  readonly ready: Promise<void>;
  readonly chance: Chance;
  tutti(...args: readonly string[]): Promise<End>;
}

/** One way in which contexts come to their end. */
export interface Way {
  readonly name: string;
  readonly agents: "succeed" | "fail" | "wait";
  /** On top of the score. */
  readonly score?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly end: (play: Play) => Promise<unknown>;
}

const emptyTrash = (play: Play): Promise<End> => play.tutti("clean", "--trash", "--yes");

export const ways: readonly Way[] = [
  { name: "success", agents: "succeed", end: ({ running }) => running.ended },
  {
    name: "success, trash emptied",
    agents: "succeed",
    end: async (play) => [await play.running.ended, await emptyTrash(play)],
  },
  { name: "failure, kept", agents: "fail", end: ({ running }) => running.ended },
  {
    name: "failure, not kept",
    agents: "fail",
    env: { TUTTI_KEEP_FAILED: "false" },
    end: async (play) => [await play.running.ended, await emptyTrash(play)],
  },
  {
    name: "failure, cleaned by age",
    agents: "fail",
    end: (play) => afterwards(play, ["clean", "--older-than", "0", "--yes"]),
  },
  {
    name: "failure, cleaned by number",
    agents: "fail",
    end: (play) => afterwards(play, ["clean", "--max-contexts", "0", "--yes"]),
  },
  { name: "failure, removed", agents: "fail", end: removeEach },
  { name: "failure, archived", agents: "fail", end: archive },
  { name: "time-out", agents: "wait", score: { timeout: "20s" }, end: ({ running }) => running.ended },
  { name: "cancel", agents: "wait", end: (play) => signalled(play, "SIGINT") },
  {
    name: "pause and resume",
    agents: "wait",
    end: async (play) => {
      await signalled(play, "SIGTERM");
      await play.tutti("resume");
    },
  },
  {
    name: "crash and resume",
    agents: "wait",
    end: (play) => crash(play, () => killWhole(play.running.pid, play.ground.home)),
  },
  {
    name: "crash of tutti alone and resume",
    agents: "wait",
    end: (play) =>
      crash(play, () => {
        kill(play.running.pid);
      }),
  },
  {
    name: "crash at its end and resume",
    agents: "succeed",
    end: (play) =>
      crash(play, async () => {
        await new Promise((resolve) => setTimeout(resolve, play.chance.whole(2_000)));
        await killWhole(play.running.pid, play.ground.home);
      }),
  },
];

async function afterwards(play: Play, args: readonly string[]): Promise<void> {
  await play.running.ended;
  await play.tutti(...args);
  await emptyTrash(play);
}

async function removeEach(play: Play): Promise<void> {
  await play.running.ended;
  const list = lastJson(await play.tutti("worktree", "list", "--json")) as {
    readonly contexts: readonly { readonly id: string }[];
  };
  for (const { id } of list.contexts) await play.tutti("worktree", "remove", id, "--force");
  await emptyTrash(play);
}

async function archive(play: Play): Promise<void> {
  await play.running.ended;
  const jobs = lastJson(await play.tutti("list", "--json")) as readonly { readonly id: string }[];
  for (const { id } of jobs) await play.tutti("archive", id, "--yes");
}

async function signalled(play: Play, signal: "SIGINT" | "SIGTERM"): Promise<void> {
  await play.ready;
  process.kill(play.running.pid, signal);
  await play.running.ended;
}

async function crash(play: Play, strike: () => Promise<void> | void): Promise<void> {
  await play.ready;
  await strike();
  await play.running.ended;
  await play.tutti("resume");
}
