import { spawn, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FleetView } from "../../src/api/contract/fleet.ts";
import type { JobView } from "../../src/api/contract/job.ts";
import { afterwards } from "./afterwards.ts";
import { program } from "./built.ts";
import { type ConductorKit, makeConductorKit, until } from "./conductor.ts";
import { tempFolder } from "./folders.ts";
import { postgresUrl } from "./postgres.ts";

/** A conductor with a database, and workers that are processes with homes of their own. */
export interface FleetKit extends ConductorKit {
  readonly url: string;
  /** A worker that has joined. */
  worker(name: string, how?: { readonly labels?: string; readonly slots?: number }): Promise<WorkerKit>;
  fleet(): Promise<FleetView>;
  /** The newest job, once it is as wanted. */
  job(wanted: (job: JobView) => boolean): Promise<JobView>;
}

export interface WorkerKit {
  readonly home: string;
  readonly token: string;
  signal(signal: NodeJS.Signals): void;
  /** Everything it said so far. */
  said(): string;
  readonly ended: Promise<number | null>;
}

const children: ChildProcess[] = [];
afterwards("each test", () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

export async function makeFleetKit(more: Readonly<Record<string, string>> = {}): Promise<FleetKit> {
  const url = more["TUTTI_STORE"] ?? (await postgresUrl());
  const kit = makeConductorKit({
    more: {
      TUTTI_FLEET_ADDRESS: "127.0.0.1:0",
      ...(more["TUTTI_STORE"] === undefined ? { TUTTI_FLEET_DATABASE: url } : {}),
      TUTTI_FLEET_LEASE: "2s",
      ...more,
    },
  });
  const ask = async <T>(question: (tutti: Awaited<ReturnType<ConductorKit["client"]>>) => Promise<T>): Promise<T> => {
    const client = await kit.client();
    try {
      return await question(client);
    } finally {
      await client.close();
    }
  };
  const fleet = (): Promise<FleetView> => ask((tutti) => tutti.call("fleet.status", {}));
  return {
    ...kit,
    url,
    fleet,
    job: (wanted) =>
      until(async () => {
        const job = await ask((tutti) => tutti.call("job.status", { folder: "/" }));
        return job !== null && wanted(job) ? job : undefined;
      }),
    worker: async (name, { labels = "", slots = 2 } = {}) => {
      const { token } = await ask((tutti) => tutti.call("fleet.add", { name }));
      const home = join(tempFolder(), name);
      const argv = ["worker", "--join", url, "--slots", String(slots), ...(labels === "" ? [] : ["--labels", labels])];
      const child = spawn(process.execPath, ["--no-warnings", program, ...argv], {
        env: {
          ...kit.env,
          TUTTI_FLEET_ADDRESS: "off",
          TUTTI_STORE: "sqlite",
          TUTTI_HOME: home,
          TUTTI_FLEET_TOKEN: token,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      children.push(child);
      let said = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (said += data.toString()));
      const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`the worker ended: ${said}`);
        return (await fleet()).workers.some((one) => one.name === name && one.isThere) ? true : undefined;
      });
      return { home, token, signal: (signal) => void child.kill(signal), said: () => said, ended };
    },
  };
}

/** A score of scripted sheets in a file. */
export function writeScore(folder: string, sheets: Readonly<Record<string, string>>, more: object = {}): string {
  const path = join(folder, "score.yaml");
  const written = Object.entries(sheets).map(([id, prompt]) => ({ id, prompt }));
  writeFileSync(path, JSON.stringify({ agent: "scripted", sheets: written, ...more }));
  return path;
}
