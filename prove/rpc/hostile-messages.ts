import { methods } from "../../src/api/methods/table.ts";
import type { Chance } from "../seed.ts";
import { hostileJson, hostileParams } from "./hostile-values.ts";

/** What must come back for some bytes, and nothing else: errors have one of these codes. */
export type Expected =
  | { readonly kind: "error"; readonly codes: readonly number[] }
  /** One error, then the end. */
  | { readonly kind: "end"; readonly codes: readonly number[] }
  | { readonly kind: "result"; readonly method: string }
  | { readonly kind: "nothing" }
  /** `calls`: methods of members that are right. */
  | { readonly kind: "batch"; readonly answers: number; readonly calls: readonly string[] }
  /** The connection is left in the middle of it. */
  | { readonly kind: "cut" };

export interface Hostile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly expected: Expected;
}

type ReadOnly = readonly [method: string, params: object];

/** Calls that change nothing, with what they take. */
const readOnly: readonly [ReadOnly, ...ReadOnly[]] = [
  ["job.list", {}],
  ["job.status", { folder: "/" }],
  ["conductor.ready", {}],
  ["conductor.status", {}],
  ["context.list", {}],
  ["sheet.logs", { folder: "/", sheet: "1" }],
];

const wrongRequest = [-32_700, -32_600];

/** For a client that was let in. `capBytes`: of one message. */
export function hostileMessage(chance: Chance, id: number, capBytes: number): Hostile {
  const kind = chance.whole(1000) === 0 ? huge : chance.pick(kinds);
  return kind({ chance, id, capBytes });
}

interface Making {
  readonly chance: Chance;
  readonly id: number;
  readonly capBytes: number;
}

const kinds = [
  garbage,
  wrongEnvelope,
  unknownMethod,
  wrongParams,
  deep,
  batch,
  hugeBatch,
  notification,
  half,
  valid,
  noUtf8,
] as const;

function line(name: string, value: unknown, expected: Expected): Hostile {
  return { name, bytes: Buffer.from(`${typeof value === "string" ? value : JSON.stringify(value)}\n`), expected };
}

function garbage({ chance }: Making): Hostile {
  const bytes = Buffer.from(
    Array.from({ length: 1 + chance.whole(300) }, () => chance.whole(256)).filter((byte) => byte !== 10),
  );
  // Never by chance a number or an empty list.
  return {
    name: "garbage",
    bytes: Buffer.concat([Buffer.from("?"), bytes, Buffer.from("\n")]),
    expected: { kind: "error", codes: [-32_700] },
  };
}

function noUtf8({ id }: Making): Hostile {
  const bytes = Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"job.cancel","params":{"job":"??"}}\n`);
  return {
    name: "no UTF-8",
    bytes: Buffer.from(bytes.map((byte) => (byte === 0x3f ? 0xff : byte))),
    expected: { kind: "error", codes: [-32_700] },
  };
}

function wrongEnvelope({ chance, id }: Making): Hostile {
  const good = { jsonrpc: "2.0", id, method: "job.cancel", params: { job: "a" } };
  const bad = chance.pick([
    { ...good, jsonrpc: chance.pick<unknown>(["1.0", 2, null, "2", true]) },
    { ...good, id: chance.pick<unknown>([{}, [], true, "x".repeat(300)]) },
    { ...good, method: chance.pick<unknown>([5, null, {}, "x".repeat(300)]) },
    { ...good, extra: 1 },
    { id, method: "job.cancel", params: { job: "a" } },
    { jsonrpc: "2.0", id, params: {} },
    { jsonrpc: "2.0", id, result: 1 },
    hostileJson(chance),
  ] as const);
  const text = chance.whole(10) === 0 ? `{"__proto__":{},${JSON.stringify(good).slice(1)}` : JSON.stringify(bad);
  return line("a wrong envelope", text, { kind: "error", codes: wrongRequest });
}

function unknownMethod({ chance, id }: Making): Hostile {
  const method = chance.pick([
    "job.destroy",
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    "",
    "job.list ",
    "JOB.LIST",
    "job",
    "\u0000",
    "rpc.discover",
  ]);
  return line("an unknown method", { jsonrpc: "2.0", id, method, params: {} }, { kind: "error", codes: [-32_601] });
}

const names = Object.keys(methods).filter((name) => name !== "conductor.hello") as [string, ...string[]];

function wrongParams({ chance, id }: Making): Hostile {
  const method = chance.pick(names);
  const text = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${hostileParams(chance, method)}}`;
  return line(`wrong params for ${method}`, text, { kind: "error", codes: [-32_602] });
}

function deep({ chance, id }: Making): Hostile {
  const depth = 1 + chance.whole(20_000);
  const nest = `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const text = chance.pick([
    `{"jsonrpc":"2.0","id":${id},"method":"job.cancel","params":{"job":${nest}}}`,
    `{"jsonrpc":"2.0","id":${nest},"method":"job.cancel","params":{"job":"a"}}`,
    `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
    "[".repeat(depth),
  ]);
  return line("deep nesting", text, { kind: "error", codes: [...wrongRequest, -32_602] });
}

function notification({ chance }: Making): Hostile {
  return line(
    "a notification",
    { jsonrpc: "2.0", method: chance.pick(names), params: { job: "a" } },
    { kind: "nothing" },
  );
}

function valid({ chance, id }: Making): Hostile {
  const [method, params] = chance.pick(readOnly);
  return line("a good call", { jsonrpc: "2.0", id, method, params }, { kind: "result", method });
}

function batch(making: Making): Hostile {
  const { chance } = making;
  const makers = [unknownMethod, wrongParams, notification, valid, wrongEnvelope] as const;
  const members = Array.from({ length: 1 + chance.whole(12) }, () => chance.pick(makers)(making));
  const text = `[${members.map(({ bytes }) => bytes.toString().trimEnd()).join(",")}]`;
  const answers = members.filter(({ expected }) => expected.kind !== "nothing").length;
  const calls = members.flatMap(({ expected }) => (expected.kind === "result" ? [expected.method] : []));
  return line("a batch", text, answers === 0 ? { kind: "nothing" } : { kind: "batch", answers, calls });
}

function hugeBatch({ chance, id }: Making): Hostile {
  const member = { jsonrpc: "2.0", id, method: "job.cancel", params: { job: "a" } };
  const length = chance.pick([0, 101, 500]);
  return line(
    "a batch of the wrong size",
    Array.from({ length }, () => member),
    { kind: "error", codes: [-32_600] },
  );
}

function half({ chance, id }: Making): Hostile {
  const whole = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, method: "job.cancel", params: { job: "a" } }));
  return {
    name: "half a message",
    bytes: whole.subarray(0, 1 + chance.whole(whole.length)),
    expected: { kind: "cut" },
  };
}

function huge({ chance, capBytes }: Making): Hostile {
  const start = chance.pick(['{"jsonrpc":"2.0","id":1,"method":"job.cancel","params":{"job":"', "", "[[[["]);
  const bytes = Buffer.concat([
    Buffer.from(start),
    Buffer.alloc(capBytes + 1 + chance.whole(capBytes), "a"),
    Buffer.from('"}}\n'),
  ]);
  return { name: "a huge message", bytes, expected: { kind: "end", codes: [-32_600] } };
}
