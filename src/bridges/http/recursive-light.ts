import { randomUUID } from "node:crypto";
import type { HttpDrive } from "../../agents/bridge-request.ts";
import { fieldsIn } from "../../agents/streams/fields.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { EndLine, Run } from "../bridge.ts";
import { failed } from "../event-line.ts";
import { makeSaid } from "../said.ts";
import { networkLine, resetOf } from "./problem.ts";

/** Its whole protocol: one prompt, one answer. It has no tools, no sessions, and does not say what it used. */
export async function askRecursiveLight(run: Run, { baseUrl, model }: HttpDrive): Promise<EndLine> {
  const { prompt, tell, cancel } = run;
  tell({ type: "started", session: null, model });
  // Without output, the bridge would be ended as idle.
  const pulse = setInterval(() => process.stderr.write("the server is still answering\n"), pulseMs);
  try {
    const answer = await fetch(`${baseUrl}/api/process`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-mozart-user-id": user },
      body: JSON.stringify({ user_id: user, message: prompt }),
      redirect: "error",
      signal: cancel,
    });
    const body = await textOf(answer);
    if (body === null) return failed("server_error", `the answer is longer than ${String(longestAnswer)} bytes`);
    if (!answer.ok) return refusal(answer, body);
    const text = fieldsIn(body)?.["response"];
    if (typeof text !== "string") return failed("server_error", "the answer has no text under response");
    const said = makeSaid(tell);
    said.add(text);
    said.flush();
    return { type: "ended", good: true, text: text.trim() === "" ? null : text.trim() };
  } catch (error) {
    return cancel.aborted ? failed("cancelled", "the run was asked to end") : networkLine(error);
  } finally {
    clearInterval(pulse);
  }
}

const pulseMs = 30_000;
const longestAnswer = 16e6;
/** As Mozart has it: one of its own for each run, unless it is named. */
const user = process.env["RECURSIVE_LIGHT_USER"] ?? randomUUID();

/** `null`: it is too long. */
async function textOf({ body }: Response): Promise<string | null> {
  if (body === null) return "";
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    length += chunk.length;
    if (length > longestAnswer) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function refusal({ status, headers }: Response, body: string): EndLine {
  return failed("api_error", body.trim() === "" ? `HTTP ${String(status)}` : body, {
    status,
    resetAt: resetOf(Object.fromEntries(headers), Date.now() as EpochMs),
  });
}
