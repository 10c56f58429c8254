import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import type { Usage } from "../../sheet/cost/usage.ts";
import { openReceiver, type Receiver } from "./receiver.ts";

const claude = new URL("recorded/claude-2.1.325-metrics", import.meta.url);
const json = readFileSync(`${claude.pathname}.json`);
const binary = Buffer.from(readFileSync(`${claude.pathname}.protobuf.base64`, "utf8"), "base64");

let receiver: Receiver | null = null;
afterEach(() => receiver?.close());

async function open(): Promise<{ readonly endpoint: string; readonly heard: Usage[] }> {
  receiver = await openReceiver({ priceOf: () => null });
  if (receiver === null) throw new Error("no port");
  const heard: Usage[] = [];
  receiver.follow((usage) => void heard.push(usage));
  return { endpoint: receiver.endpoint, heard };
}

const post = (url: string, body: Uint8Array, headers: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { method: "POST", body: new Uint8Array(body), headers });

it("takes JSON, the binary encoding and what is packed, tells each new sum, and listens on loopback alone", async () => {
  const { endpoint, heard } = await open();
  expect(endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
  const answers = [
    await post(`${endpoint}/v1/metrics`, json, { "content-type": "application/json; charset=utf-8" }),
    await post(`${endpoint}/v1/metrics`, gzipSync(json), {
      "content-type": "application/json",
      "content-encoding": "gzip",
    }),
    await post(`${endpoint}/v1/metrics`, binary, { "content-type": "application/x-protobuf" }),
    await post(`${endpoint}/v1/traces`, Buffer.from("{}"), { "content-type": "application/json" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await answers[0]?.json()).toEqual({});
  expect(heard.map(({ inputTokens }) => inputTokens)).toEqual([200, 400, 600]);
});

it.each([
  ["another secret", "/0123456789abcdef0123456789abcdef/v1/metrics", json, {}, 404],
  ["no secret", "/v1/metrics", json, {}, 404],
  ["another path", "SECRET/v1/other", json, {}, 404],
  ["a page in a browser", "SECRET/v1/metrics", json, { origin: "https://example.com" }, 403],
  ["another format", "SECRET/v1/metrics", json, { "content-type": "text/plain" }, 415],
  ["no JSON", "SECRET/v1/metrics", Buffer.from("{"), {}, 400],
  ["no message", "SECRET/v1/metrics", Buffer.from([10, 1, 10]), { "content-type": "application/x-protobuf" }, 400],
  ["another packing", "SECRET/v1/metrics", json, { "content-encoding": "br" }, 415],
  ["a bomb", "SECRET/v1/metrics", gzipSync(Buffer.alloc(64 * 1024 * 1024)), { "content-encoding": "gzip" }, 400],
  ["too much", "SECRET/v1/metrics", Buffer.alloc(5 * 1024 * 1024), {}, 413],
])("%s is refused, and nothing is counted", async (...[, path, body, headers, status]) => {
  const { endpoint, heard } = await open();
  const url = path.startsWith("SECRET") ? path.replace("SECRET", endpoint) : `${new URL(endpoint).origin}${path}`;
  const answer = await post(url, body, { "content-type": "application/json", ...headers });
  expect(answer.status).toBe(status);
  expect(heard).toEqual([]);
});

it("is over when it is closed, also twice", async () => {
  const { endpoint } = await open();
  await receiver?.close();
  await receiver?.close();
  await expect(post(`${endpoint}/v1/metrics`, json, { "content-type": "application/json" })).rejects.toThrow();
});
