import { afterwards } from "./afterwards.ts";
import { postgresUrl } from "./postgres.ts";

/** `TUTTI_TEST_STORE=postgres`: stories are told over PostgreSQL. */
const isPostgres = process.env["TUTTI_TEST_STORE"] === "postgres";
const fewestSpare = 24;
const spare: string[] = [];

// They go with the file's server.
afterwards("each file", () => {
  spare.length = 0;
});

/** Before each test: a database takes a moment to make, and a story begins at once. */
export async function prepareStores(count = fewestSpare): Promise<void> {
  while (isPostgres && spare.length < count) spare.push(await postgresUrl());
}

/** What a home's environment says of its store. */
export function storeVariables(): { readonly TUTTI_STORE?: string } {
  if (!isPostgres) return {};
  const url = spare.pop();
  if (url === undefined) throw new Error("this test needs more databases than are prepared");
  return { TUTTI_STORE: url };
}
