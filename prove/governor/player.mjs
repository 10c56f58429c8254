// The agent of the proof: holds a session, asks for each of its turns, writes what came of it, and says so in Tutti's
// own lines. A turn whose work is there from an earlier attempt is not asked for again. Every refusal ends it.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";

const [url = "", turns = "", tokens = ""] = process.argv.slice(2);
const { TUTTI_SHEET: sheet = "" } = process.env;
const connections = new Agent({ keepAlive: true });

say({ type: "started", session: null, model: null });
const problem = await play().catch((/** @type {Error} */ error) => failed(null, null, error.message));
if (problem !== undefined) say(problem);
say({ type: "ended", good: problem === undefined, text: null });
process.exit(0);

async function play() {
  const session = await ask("session", 0);
  if (session.statusCode !== 200) return refusal(session);
  for (let turn = 1; turn <= Number(turns); turn += 1) {
    const file = `${sheet}/${turn}.txt`;
    if (existsSync(file)) continue;
    const size = Math.round(Number(tokens) * (0.6 + 0.8 * Math.random()));
    const answer = await ask("turn", size);
    if (answer.statusCode !== 200) return refusal(answer);
    await text(answer);
    say({ type: "spent", scope: "turn", input_tokens: size - 1, output_tokens: 1, usd: size / 1e6 });
    mkdirSync(sheet, { recursive: true });
    writeFileSync(file, `${sheet}: turn ${turn}\n`);
  }
  return undefined;
}

/** @returns {Promise<import("node:http").IncomingMessage>} */
function ask(/** @type {string} */ what, /** @type {number} */ size) {
  const query = `?sheet=${encodeURIComponent(sheet)}&tokens=${size}`;
  return new Promise((resolve, reject) => {
    get(`${url}/${what}${query}`, what === "session" ? { agent: false } : { agent: connections }, resolve).once(
      "error",
      reject,
    );
  });
}

async function refusal(/** @type {import("node:http").IncomingMessage} */ answer) {
  const { error } = JSON.parse(await text(answer));
  const reset = Date.now() + Number(answer.headers["retry-after"] ?? 1) * 1000;
  return { ...failed(answer.statusCode ?? null, error.type, error.message), reset_at_ms: reset };
}

function failed(
  /** @type {number | null} */ status,
  /** @type {string | null} */ error,
  /** @type {string} */ message,
) {
  return { type: "failed", status, error, message, final: true };
}

function say(/** @type {object} */ event) {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
