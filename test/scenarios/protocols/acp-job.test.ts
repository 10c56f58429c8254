import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { client, methods, ndJsonStream, PROTOCOL_VERSION, type SessionUpdate } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";
import { program, runBuilt } from "../../kit/built.ts";
import { makeConductorKit, until } from "../../kit/conductor.ts";
import { tempFolder } from "../../kit/folders.ts";
import { gitIn } from "../../kit/git.ts";
import { times } from "../../kit/long.ts";
import { makeRepository } from "../../kit/repository.ts";

const count = times(6, 100);

it(`an editor starts a job of ${String(count)} sheets through tutti acp, halts and steers it, and all of it lands`, async () => {
  const kit = makeConductorKit();
  const folder = makeRepository().path;
  const gate = join(tempFolder(), "go");
  // The last one waits, so that the job is under way when it is halted, and needs a word to come through.
  const sheets = Array.from({ length: count }, (_, place) => ({
    id: `s${String(place)}`,
    prompt:
      place < count - 1
        ? `create file-${String(place)}.txt ${String(place)}`
        : `on-attempt 1 wait-for ${gate}\ncreate file-${String(place)}.txt ${String(place)}`,
  }));
  const score = { name: "many", agent: "scripted", parallel: 8, sheets };
  writeFileSync(join(folder, "score.yaml"), JSON.stringify(score));
  const child = spawn(process.execPath, ["--no-warnings", program, "acp"], {
    cwd: folder,
    env: kit.env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const updates: SessionUpdate[] = [];
  const { agent, close } = connectTo(child, updates);
  const said = (): string => JSON.stringify(updates);
  await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION });
  const { sessionId } = await agent.request(methods.agent.session.new, { cwd: folder, mcpServers: [] });
  const send = async (text: string): Promise<string> =>
    (await agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text }] })).stopReason;
  await agent.request(methods.agent.session.setMode, { sessionId, modeId: "auto" });

  const turn = send("/run score.yaml");
  await until(() => (landed(folder) === count - 1 ? true : undefined));
  await agent.notify(methods.agent.session.cancel, { sessionId });
  expect(await turn).toBe("cancelled");
  expect(await send("/status")).toBe("end_turn");
  expect(await send(`/tell s${String(count - 1)} Do not wait.`)).toBe("end_turn");

  expect(said()).toContain(`${String(count)} of ${String(count)} sheets landed on main. The job is finished.`);
  expect(landed(folder)).toBe(count);
  expect(runBuilt({ folder, env: kit.env }, ["verify"]).code).toBe(0);
  close();
  child.stdin.end();
  await new Promise((resolve) => child.once("close", resolve));
});

function connectTo(child: { readonly stdin: Writable; readonly stdout: Readable }, updates: SessionUpdate[]) {
  const connection = client({ name: "editor" })
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update))
    .onRequest(methods.client.session.requestPermission, () => ({
      outcome: { outcome: "selected", optionId: "land" },
    }))
    .connect(
      ndJsonStream(
        Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
        Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
      ),
    );
  return { agent: connection.agent, close: () => connection.close() };
}

function landed(folder: string): number {
  return gitIn(folder, ["ls-tree", "--name-only", "main"])
    .split("\n")
    .filter((name) => name.startsWith("file-")).length;
}
