import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";
import { makeDoor } from "../../../src/protocols/door.ts";
import { serveHttp } from "../../../src/protocols/mcp/http.ts";
import { tools } from "../../../src/protocols/mcp/server.ts";
import { makeSlow } from "../../../src/protocols/mcp/slow.ts";
import { program } from "../../kit/built.ts";
import { tutti } from "../../kit/command-line.ts";
import { tempFolder } from "../../kit/folders.ts";
import { gitIn, hermetic } from "../../kit/git.ts";
import { type Live, withLive } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";
import { scoreOf } from "../conductor/story.ts";

type Answer = Readonly<Record<string, unknown>>;

interface Caller {
  readonly call: (name: string, asked?: object) => Promise<Answer>;
  readonly client: Client;
  readonly url: string;
}

const token = "a token of the test";

/** A client of the SDK before a server over a live engine. */
async function withClient(play: (caller: Caller, live: Live) => Promise<void>): Promise<void> {
  await withLive(async (live) => {
    const door = makeDoor({
      folder: live.repository,
      environment: () => ({}),
      find: () => Promise.resolve({ tutti: { ...live.tutti, close: () => Promise.resolve() }, isConductor: true }),
    });
    const serving = await serveHttp({ door, slow: makeSlow() }, { version: "0.0.0", port: 0, token });
    const client = new Client({ name: "test", version: "0.0.0" });
    try {
      const headers = { authorization: `Bearer ${token}` };
      await client.connect(new StreamableHTTPClientTransport(new URL(serving.url), { requestInit: { headers } }));
      await play({ client, url: serving.url, call: (name, asked = {}) => answerOf(client, name, asked) }, live);
    } finally {
      await client.close();
      await serving.close();
    }
  });
}

async function answerOf(client: Client, name: string, asked: object): Promise<Answer> {
  const { content, isError } = await client.callTool({ name, arguments: { ...asked } });
  const [first] = content as readonly { readonly type: string; readonly text?: string }[];
  const text = first?.text ?? "";
  const answer = JSON.parse(text.startsWith("{") ? text : JSON.stringify({ error: text })) as Answer;
  const { pending } = answer;
  if (typeof pending === "string") return answerOf(client, "tutti_wait", { handle: pending });
  return isError === true ? { ...answer, isError } : answer;
}

/** The events that a client hears which asks again and again with the cursor it was given. */
async function followed({ call }: Caller, { job, cursor }: Answer): Promise<readonly string[]> {
  const heard: string[] = [];
  let at = cursor;
  for (;;) {
    const answer = await call("tutti_wait", { job, cursor: at });
    heard.push(
      ...(answer["events"] as { type: string; sheet?: string }[]).map(({ type, sheet }) =>
        `${type} ${sheet ?? ""}`.trim(),
      ),
    );
    at = answer["cursor"];
    if (answer["rests"] === true) return heard;
  }
}

it("an agent submits prompts, follows them to their landing and reads the proof", async () => {
  await withClient(async (caller, live) => {
    const { call } = caller;
    const asked = { tasks: ["create one.txt 1", "create two.txt 2"], agent: "scripted", key: "submitted-once" };
    const submitted = await call("tutti_submit", asked);
    expect(await call("tutti_submit", asked)).toMatchObject({ job: submitted["job"] });

    const heard = await followed(caller, submitted);

    expect(heard.filter((line) => line.startsWith("sheet.landed"))).toHaveLength(2);
    expect(heard.at(-1)).toBe("job.completed");
    expect(gitIn(live.repository, ["show", "main:one.txt"])).toBe("1");
    expect(await call("tutti_status", { limit: 1 })).toMatchObject({ status: "finished", more_sheets: 1 });
    expect(await call("tutti_landings")).toMatchObject({ landings: [{ outcome: "proven" }, { outcome: "proven" }] });
    expect(await call("tutti_diff", { sheet: "1" })).toMatchObject({ files: [{ path: "one.txt" }] });
    expect(await call("tutti_jobs")).toMatchObject({ jobs: [{ id: submitted["job"] }], more: 0 });
  });
});

it("an agent has requirements planned, and submits the score that comes of it", async () => {
  await withClient(async (caller, live) => {
    const { call } = caller;
    const task = {
      ...{
        id: "greet",
        title: "Greet",
        description: "script:\ncreate hello.txt hello",
        kind: "feature",
        covers: ["R1"],
      },
      ...{
        files: [{ path: "hello.txt", new: true }],
        criteria: [{ text: "it is there", command: "test -f hello.txt" }],
      },
    };
    // A scripted agent writes `\n` as a new line; JSON has another name for it.
    const said = JSON.stringify({ goal: "A greeting", tasks: [task] }).replaceAll("\\n", "\\u000a");
    const requirements = `Greet.\n\nscript:\nprint ${said}\n`;
    const asked = await call("tutti_plan_work", { requirements, agent: "scripted" });
    let planned = asked;
    while (planned["pending"] !== undefined) planned = await call("tutti_wait", { handle: planned["pending"] });
    expect(planned).toMatchObject({ goal: "A greeting", tasks: [{ id: "greet" }], requirements: [{ id: "R1" }] });
    expect(gitIn(live.repository, ["ls-tree", "--name-only", "main"])).not.toContain("hello.txt");
    await followed(caller, await call("tutti_submit", { score: planned["score"] }));
    expect(gitIn(live.repository, ["show", "main:hello.txt"])).toBe("hello");
  });
});

it("an agent sends a result back, approves it, and cancels what it does not want", async () => {
  await withClient(async (caller, live) => {
    const { call } = caller;
    const score = scoreOf(
      { kept: "create kept.txt 1\non-attempt 2 create more.txt 2", dropped: `wait-for ${live.gate}-never` },
      { landing: { mode: "approve" } },
    );
    const submitted = await call("tutti_submit", { score });
    const about = { job: submitted["job"] };
    await call("tutti_wait", { ...about, cursor: submitted["cursor"], until: "news" });

    await call("tutti_cancel", { ...about, sheet: "dropped" });
    await followed(caller, submitted);
    expect(await call("tutti_status", { ...about, states: ["cancelled"] })).toMatchObject({
      sheets: [{ id: "dropped" }],
    });
    const told = await call("tutti_tell", { ...about, sheet: "kept", text: "And more, please." });
    await followed(caller, told);
    await followed(caller, await call("tutti_approve", { ...about, sheets: ["kept"] }));

    expect(gitIn(live.repository, ["show", "--format=", "--name-only", "main"])).toContain("more.txt");
    expect(await call("tutti_explain", { ...about, sheet: "kept" })).toMatchObject({ state: "landed" });
  });
});

it("an agent hears what is wrong with a call, a score or a job, and what to do", async () => {
  await withClient(async ({ call, client }, live) => {
    expect(await call("tutti_submit", { tasks: ["x"], agnet: "scripted" })).toMatchObject({
      isError: true,
      error: expect.stringContaining("agnet") as unknown,
    });
    expect(await call("tutti_submit", {})).toMatchObject({ isError: true, code: "cli.usage" });
    expect(await call("tutti_status", { repo: "relative" })).toMatchObject({ isError: true, code: "cli.usage" });
    expect(await call("tutti_pause")).toMatchObject({ isError: true, code: "job.unknown" });
    expect(await call("tutti_wait", { handle: "gone" })).toMatchObject({ isError: true, code: "cli.usage" });
    expect(await call("tutti_validate_score", { score: "name: x\nsheet: 1" })).toMatchObject({
      valid: false,
      errors: 2,
    });
    expect(await call("tutti_plan", { tasks: ["a", "b"], agent: "scripted" })).toMatchObject({
      plan: { totals: { sheets: 2 } },
    });
    expect(await live.tutti.call("job.list", {})).toEqual([]);
    const { contents } = await client.readResource({ uri: "tutti://schema/score" });
    expect(JSON.parse((contents[0] as { text: string }).text)).toHaveProperty("$schema");
  });
});

it("over HTTP, only who has the token and does not come from a web page is answered", async () => {
  await withClient(async ({ url }) => {
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(url, { method: "POST", headers, body: "{}" })).status;
    const authorization = `Bearer ${token}`;

    expect(await status({})).toBe(401);
    expect(await status({ authorization: "Bearer guessed" })).toBe(401);
    expect(await status({ authorization, origin: "https://example.com" })).toBe(403);
    expect(await status({ authorization })).not.toBeOneOf([401, 403]);
  });
});

it("the built command serves on stdin and stdout, and ends with its client", async () => {
  const client = new Client({ name: "test", version: "0.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ["--no-warnings", program, "mcp"],
      cwd: makeRepository().path,
      env: { ...hermetic, TUTTI_HOME: join(tempFolder(), "home") },
    }),
  );
  const listed = await client.listTools();

  expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  expect(await answerOf(client, "tutti_jobs", {})).toEqual({ jobs: [], more: 0 });
  await client.close();
});

it("a port without HTTP is refused, not passed over", async () => {
  expect(await tutti("mcp", "--port", "8123")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--http") as unknown,
  });
});

it("a note that an agent proposes waits until a person accepts it", async () => {
  await withClient(async ({ call }, { tutti: door }) => {
    const text = "Run the linter before you end.";
    const proposed = await call("tutti_propose_pattern", { text, work: "testing" });
    expect(proposed).toMatchObject({ text, status: "proposed" });
    expect(proposed["next"]).toMatch(/tutti learn accept/);
    const known = await door.call("learn.patterns", {});
    expect(JSON.stringify(known)).toContain(String(proposed["pattern"]));
    expect(JSON.stringify(known)).toContain("proposed");
  });
});
