// BullMQ on a Redis of its own that syncs every write to the disk before it answers.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";

const { count, atOnce, folder } = JSON.parse(process.argv[2]);
const path = join(folder, "redis.sock");
/** More in one call only makes Redis hold up everything else. */
const bulk = 1000;

const server = spawn("redis-server", [
  ...["--port", "0", "--unixsocket", path, "--dir", folder],
  ...["--appendonly", "yes", "--appendfsync", "always", "--save", ""],
  // BullMQ asks for it.
  ...["--maxmemory-policy", "noeviction"],
]);
try {
  process.stdout.write(JSON.stringify(await measure()));
} finally {
  server.kill("SIGKILL");
}

async function measure() {
  const connection = new Redis({ path, maxRetriesPerRequest: null, retryStrategy: () => 20 });
  // Until it listens every try fails; what is wrong for good shows as a Redis that ends.
  connection.on("error", () => undefined);
  const died = new Promise((_, reject) => {
    server.on("error", reject).on("exit", (code) => reject(new Error(`redis-server ended with ${code}`)));
  });
  await Promise.race([connection.ping(), died]);
  died.catch(() => undefined);
  const [sync] = (await connection.config("GET", "appendfsync")).slice(1);
  const version = /redis_version:(\S+)/.exec(await connection.info("server"))?.[1];

  const queue = new Queue("bench", { connection });
  const worker = new Worker("bench", async () => undefined, { connection, concurrency: atOnce, autorun: false });
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
  let completed = 0;
  // Told when Redis has answered that the job is completed.
  const all = new Promise((resolve, reject) => {
    worker.on("completed", () => ++completed === count && resolve());
    worker.on("failed", (_job, error) => reject(error)).on("error", reject);
  });
  const from = performance.now();
  void worker.run();
  for (let first = 0; first < count; first += bulk) {
    await queue.addBulk(
      Array.from({ length: Math.min(bulk, count - first) }, (_, index) => ({
        name: "nothing",
        data: { sheet: first + index },
      })),
    );
  }
  await all;
  const ms = performance.now() - from;
  const done = await queue.getCompletedCount();
  await worker.close(true);
  await queue.close();
  connection.disconnect();
  const own = createRequire(import.meta.url)("bullmq/package.json").version;
  return {
    ms,
    done,
    how: `BullMQ ${own}, Redis ${version} on a Unix socket, appendonly yes, appendfsync ${sync}, addBulk of ${bulk}, one worker`,
  };
}
