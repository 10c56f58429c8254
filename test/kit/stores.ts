import { execFileSync } from "node:child_process";
import { afterwards } from "./afterwards.ts";
import { postgresUrl } from "./postgres.ts";

/** `TUTTI_TEST_STORE=postgres`: stories are told over PostgreSQL. */
const isPostgres = process.env["TUTTI_TEST_STORE"] === "postgres";
const fewestSpare = 4;
const spare: string[] = [];
/** Of the server of this file. */
let known: string | undefined;

// They go with the file's server.
afterwards("each file", () => {
  spare.length = 0;
  known = undefined;
});

/** Before each test: a database takes a moment to make, and a story begins at once. */
export async function prepareStores(count = fewestSpare): Promise<void> {
  while (isPostgres && spare.length < count) spare.push((known = await postgresUrl()));
}

/** The store that a home's environment names. */
export function storeVariables(): { readonly TUTTI_STORE?: string } {
  if (!isPostgres) return {};
  return { TUTTI_STORE: spare.pop() ?? makeAtOnce() };
}

let made = 0;
const script =
  "const c = new (require('pg').Client)(process.argv[1]); c.connect().then(() => c.query(process.argv[2])).then(() => c.end())";

/** For a story with more homes than are prepared. */
function makeAtOnce(): string {
  if (known === undefined) throw new Error("no database is prepared: this home is made outside of a test");
  const url = new URL(known);
  url.pathname = "/postgres";
  const name = `more${String((made += 1))}`;
  execFileSync(process.execPath, ["-e", script, url.href, `create database ${name}`]);
  url.pathname = `/${name}`;
  return url.href;
}
