import { Client, type ClientConfig, Pool, types } from "pg";
import { TuttiError, messageOf } from "../../base/error.ts";
import { passwordIn, shownAddress } from "../../base/store-address.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Everything of Tutti's lies in it, beside what other programs have in the database. */
export const schema = "tutti";

/** Where a store lies, and who may use it. */
export interface Address {
  readonly url: string;
  readonly env: Environment;
}

const connectMs = 5_000;
/** A server that is out of reach gives no error. */
const answerMs = 10_000;

/** A transaction of a process that was stopped must not hold up the one that takes over. */
const limits = `-c lock_timeout=5000 -c idle_in_transaction_session_timeout=1500`;

/** For reads, and for writes that a worker makes: none of them is fenced by the journal. */
export function openPool(address: Address, size = 4): Pool {
  const pool = new Pool({ ...configOf(address), max: size, idleTimeoutMillis: 10_000 });
  // A connection that breaks while no one uses it is replaced by the pool.
  pool.on("error", () => undefined);
  return pool;
}

/** One connection that sends statements without waiting for the answers of those before. */
export async function connectPipelined(address: Address): Promise<Client> {
  const client = new Client({ ...configOf(address), pipeline: true, query_timeout: answerMs });
  // The caller that waits for a statement gets the error; without a listener the process would end.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw unreachable(address, error);
  }
}

/** A password that is written as `$NAME` is that variable's; without any, PGPASSWORD and ~/.pgpass are asked. */
function configOf({ url, env }: Address): ClientConfig {
  const parsed = new URL(url);
  parsed.password = "";
  const written = passwordIn(url);
  const password =
    written === null ? env["PGPASSWORD"] : "text" in written ? written.text : requireVariable(written.variable, env);
  return {
    connectionString: parsed.href,
    ...(password === undefined || password === "" ? {} : { password }),
    application_name: "tutti",
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    options: `-c search_path=${schema} ${limits}`,
    types: { getTypeParser },
  };
}

const int8 = 20;
const numeric = 1700;

/** Counts and times are far below the largest whole number that a double holds. */
function getTypeParser(type: number, format?: "text" | "binary"): (text: string) => unknown {
  if (type === int8 || type === numeric) return Number;
  return types.getTypeParser(type, format) as (text: string) => unknown;
}

function requireVariable(name: string, env: Environment): string {
  const value = env[name] ?? "";
  if (value !== "") return value;
  throw new TuttiError("store.no_password", `the password of the store is $${name}, and this variable is not set`, {
    audience: "user",
    hint: `Set ${name}, or omit the password and put it into ~/.pgpass.`,
  });
}

export function unreachable({ url }: Pick<Address, "url">, error: unknown): TuttiError {
  if (error instanceof TuttiError) return error;
  return new TuttiError("store.unreachable", `${shownAddress(url)} does not answer: ${messageOf(error)}`, {
    audience: "environment",
    hint: "Nothing is lost. Start PostgreSQL, or correct the setting store; tutti doctor shows whether it answers.",
    cause: error,
  });
}
