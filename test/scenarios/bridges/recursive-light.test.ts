import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { httpDrive, openRefusing, runBridge } from "../../kit/bridges.ts";
import { tempFolder } from "../../kit/folders.ts";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const drive = (url: string) => httpDrive(url, { api: "recursive-light", keyVariable: null, tools: [] });

test("a prompt goes to Recursive Light as Mozart sends it, and its answer is what the agent said", async () => {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request
      .on("data", (chunk: Buffer) => (text += chunk.toString()))
      .on("end", () => {
        asked.push([request.method, request.url, request.headers["x-mozart-user-id"], JSON.parse(text)]);
        response.end(JSON.stringify({ response: "I thought about it.", confidence: 0.8 }));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => void server.close());
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const { code, lines, err } = await runBridge(
    { contextPath: tempFolder(), to: drive(url) },
    { env: { RECURSIVE_LIGHT_USER: "me" }, prompt: "Think about it." },
  );
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(asked).toEqual([["POST", "/api/process", "me", { user_id: "me", message: "Think about it." }]]);
  expect(lines.map(({ type }) => type)).toEqual(["started", "said", "ended"]);
  expect(lines.at(-1)).toEqual({ type: "ended", good: true, text: "I thought about it." });
});

test.each([
  [429, { "retry-after": "7" }, { type: "failed", status: 429, error: "api_error" }],
  [500, {}, { type: "failed", status: 500, error: "api_error" }],
  [200, {}, { type: "failed", error: "server_error", message: "the answer has no text under response" }],
])("an answer that is none is a failure with its status: %i", async (status, headers, expected) => {
  const { url, close } = await openRefusing(status, headers, { detail: "busy" });
  open.push(close);
  const { code, lines } = await runBridge({ contextPath: tempFolder(), to: drive(url) });
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject(expected);
  expect(typeof (lines.at(-1) as { reset_at_ms: unknown }).reset_at_ms).toBe(status === 429 ? "number" : "object");
});

test("a server that is not there is named as such", async () => {
  const { url, close } = await openRefusing(200, {}, {});
  close();
  const { code, lines } = await runBridge({ contextPath: tempFolder(), to: drive(url) });
  expect([code, lines.at(-1)]).toMatchObject([1, { type: "failed", error: "ECONNREFUSED" }]);
});
