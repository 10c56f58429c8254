import type { Client } from "pg";
import type { Dialect, Value } from "../sql/dialect.ts";
import { asLost } from "./lost.ts";

interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Statements that the writing gives, until they are sent. */
export interface Outlet {
  readonly dialect: Dialect;
  take(): readonly { readonly statement: Statement; readonly values: readonly Value[] }[];
  /** Which of the group's successors are recorded. */
  know(ids: Iterable<string>): void;
}

export function makeOutlet(): Outlet {
  let queue: { readonly statement: Statement; readonly values: readonly Value[] }[] = [];
  let known = new Set<string>();
  let statements = 0;
  return {
    dialect: {
      list: "(select value, ordinality - 1 as key from json_array_elements_text(?::json) with ordinality) as listed",
      prepare: (text) => {
        statements += 1;
        const statement = { name: `tutti${String(statements)}`, text: numbered(text) };
        return (...values) => {
          queue.push({ statement, values });
        };
      },
      successors: { has: (id) => known.has(id), add: (id) => void known.add(id) },
    },
    take: () => {
      const taken = queue;
      queue = [];
      return taken;
    },
    know: (ids) => {
      known = new Set(ids);
    },
  };
}

/** `?` and `?1` as PostgreSQL writes them. */
function numbered(text: string): string {
  let count = 0;
  return text.replaceAll(/\?(\d*)/g, (_, given: string) => `$${given === "" ? String((count += 1)) : given}`);
}

export interface Session {
  /** Does not wait for the answer. */
  send(statement: { readonly text: string; readonly name?: string }, values?: readonly unknown[]): void;
  /** All that was sent is done. Throws the first error. */
  done(): Promise<void>;
  query(text: string, values: readonly unknown[]): Promise<{ rows: readonly object[] }>;
}

/** Over a connection that sends without waiting. */
export function makeSession(client: Client): Session {
  let sent: Promise<unknown>[] = [];
  const ask = async (statement: { text: string; name?: string }, values: readonly unknown[]) => {
    try {
      return await client.query({ ...statement, values: [...values] });
    } catch (error) {
      throw asLost(error);
    }
  };
  return {
    send: (statement, values = []) => {
      const answer = ask(statement, values);
      // The first error is thrown by `done`; those after it only follow from it.
      answer.catch(() => undefined);
      sent.push(answer);
    },
    done: async () => {
      const waiting = sent;
      sent = [];
      await Promise.all(waiting);
    },
    query: async (text, values) => {
      const { rows } = await ask({ text }, values);
      return { rows: rows as object[] };
    },
  };
}
