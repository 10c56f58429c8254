import { client, methods, ndJsonStream, PROTOCOL_VERSION, type SessionUpdate } from "@agentclientprotocol/sdk";
import { expect, it, vi } from "vitest";
import { serveAcp } from "../../../src/protocols/acp/agent.ts";
import { makeDoor } from "../../../src/protocols/door.ts";
import { until } from "../../kit/conductor.ts";
import { gitIn } from "../../kit/git.ts";
import { type Live, withLive } from "../../kit/live.ts";

/** An editor before Tutti as its agent. */
interface Desk {
  readonly live: Live;
  /** Sends a message; the reason why its turn ended. */
  readonly send: (text: string) => Promise<string>;
  readonly cancel: () => Promise<void>;
  readonly setMode: (modeId: string) => Promise<unknown>;
  /** All that was said, as one text. */
  readonly said: () => string;
  readonly updates: SessionUpdate[];
  /** The questions to the person. */
  readonly asked: string[];
}

/** `answers`: what the person says to each question; the last one counts for all that follow. */
async function withEditor(answers: readonly string[], play: (desk: Desk) => Promise<void>): Promise<void> {
  await withLive(async (live) => {
    const [toAgent, toEditor] = [new TransformStream<Uint8Array>(), new TransformStream<Uint8Array>()];
    const door = makeDoor({
      folder: live.repository,
      environment: () => ({}),
      find: () => Promise.resolve({ tutti: { ...live.tutti, close: () => Promise.resolve() }, isConductor: true }),
    });
    const served = serveAcp(door, ndJsonStream(toEditor.writable, toAgent.readable), "0.0.0");
    const updates: SessionUpdate[] = [];
    const asked: string[] = [];
    const connection = client({ name: "editor" })
      .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update))
      .onRequest(methods.client.session.requestPermission, ({ params }) => {
        asked.push(params.toolCall.title ?? "");
        const optionId = answers[asked.length - 1] ?? answers.at(-1) ?? "later";
        return { outcome: { outcome: "selected", optionId } };
      })
      .connect(ndJsonStream(toAgent.writable, toEditor.readable));
    const { agent } = connection;
    await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION });
    const { sessionId } = await agent.request(methods.agent.session.new, { cwd: live.repository, mcpServers: [] });
    const texts = (): string[] =>
      updates.map((update) =>
        update.sessionUpdate === "agent_message_chunk" && update.content.type === "text" ? update.content.text : "",
      );
    await play({
      live,
      send: async (text) =>
        (await agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text }] })).stopReason,
      cancel: () => agent.notify(methods.agent.session.cancel, { sessionId }),
      setMode: (modeId) => agent.request(methods.agent.session.setMode, { sessionId, modeId }),
      said: () => texts().join(""),
      updates,
      asked,
    });
    connection.close();
    await toAgent.writable.close();
    await served;
  });
}

it("a message becomes a job, whose result asks for permission and then lands", async () => {
  await withEditor(["later", "land"], async ({ send, said, updates, asked, live }) => {
    vi.stubEnv("TUTTI_AGENTS_DEFAULT", "scripted");

    expect(await send("create one.txt 1")).toBe("end_turn");
    expect(said()).toContain("0 of 1 sheet landed");
    expect(await send("/approve")).toBe("end_turn");

    expect(asked).toEqual(["Land create one.txt 1 on main"]);
    expect(gitIn(live.repository, ["show", "main:one.txt"])).toBe("1");
    expect(said()).toContain("1 of 1 sheet landed on main. The job is finished.");
    expect(updates.findLast(({ sessionUpdate }) => sessionUpdate === "plan")).toMatchObject({
      entries: [{ content: "create one.txt 1", status: "completed" }],
    });
    expect(updates.some(({ sessionUpdate }) => sessionUpdate === "available_commands_update")).toBe(true);
  });
});

it("a second message goes to the agent of a sheet that has not landed", async () => {
  await withEditor(["later", "land"], async ({ send, asked, live }) => {
    vi.stubEnv("TUTTI_AGENTS_DEFAULT", "scripted");
    await send("create one.txt 1\non-attempt 2 create two.txt 2");

    await send("And the other one.");

    expect(asked).toHaveLength(2);
    expect(gitIn(live.repository, ["show", "main:two.txt"])).toBe("2");
    expect(await live.tutti.call("job.list", {})).toHaveLength(1);
  });
});

it("a person who ends a turn pauses the job, and may go on with it", async () => {
  await withEditor(["land"], async ({ send, cancel, setMode, said, live, updates }) => {
    vi.stubEnv("TUTTI_AGENTS_DEFAULT", "scripted");
    await setMode("auto");
    const turn = send(`create one.txt 1\nwait-for ${live.gate}`);
    await until(() => updates.find((update) => JSON.stringify(update).includes("started")));

    await cancel();
    expect(await turn).toBe("cancelled");
    live.open();
    expect(await send("/resume")).toBe("end_turn");

    expect(said()).toContain("1 of 1 sheet landed on main. The job is finished.");
  });
});

it("an editor hears what is wrong with a command, and nothing is started", async () => {
  await withEditor([], async ({ send, said, setMode, live }) => {
    for (const text of ["/status", "/run", "/run missing.yaml", "/tell x"]) expect(await send(text)).toBe("end_turn");

    expect(said()).toContain("this repository has no job yet");
    expect(said()).toContain("/run needs the file of a score");
    expect(said()).toContain("missing.yaml");
    await expect(setMode("fast")).rejects.toThrow("there is no mode");
    expect(await live.tutti.call("job.list", {})).toEqual([]);
  });
});
