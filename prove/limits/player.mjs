// The agent of the proof: asks the provider for each of its turns, writes what came of it, and says so in Tutti's own
// lines. A turn whose work is there from an earlier attempt is not asked for again.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { text } from "node:stream/consumers";

const [url = "", turns = ""] = process.argv.slice(2);
const { TUTTI_SHEET: sheet = "", TUTTI_ATTEMPT: attempt = "" } = process.env;

say({ type: "started", session: null, model: null });
const problem = await play();
if (problem !== undefined) say(problem);
say({ type: "ended", good: problem === undefined, text: null });

async function play() {
  for (let turn = 1; turn <= Number(turns); turn += 1) {
    const file = `${sheet}/${turn}.txt`;
    if (existsSync(file)) continue;
    const failure = await ask().catch((/** @type {Error} */ error) => ({
      type: "failed",
      status: null,
      error: null,
      message: error.message,
      final: true,
    }));
    if (failure !== undefined) return failure;
    mkdirSync(sheet, { recursive: true });
    writeFileSync(file, `${sheet}: turn ${turn}\n`);
  }
  return undefined;
}

async function ask() {
  const answer = /** @type {import("node:http").IncomingMessage} */ (
    await new Promise(
      (resolve, reject) =>
        void get(`${url}/?sheet=${sheet}&attempt=${attempt}`, { agent: false }, resolve).once("error", reject),
    )
  );
  const { error, usage } = JSON.parse(await text(answer));
  if (answer.statusCode === 200) {
    say({
      type: "spent",
      scope: "turn",
      input_tokens: usage.prompt_tokens,
      output_tokens: usage.completion_tokens,
      usd: null,
    });
    return undefined;
  }
  const wait = answer.headers["retry-after"];
  const reset = wait === undefined ? null : Date.now() + Number(wait) * 1000;
  return {
    type: "failed",
    status: answer.statusCode,
    error: error.type,
    message: error.message,
    reset_at_ms: reset,
    final: true,
  };
}

function say(/** @type {object} */ event) {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
