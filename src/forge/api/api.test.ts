import { inspect } from "node:util";
import { describe, expect, it, test } from "vitest";
import { meansFor, reach, waitingWorld } from "../../../test/kit/forge-means.ts";
import { type Answer, startForge } from "../../../test/kit/forge-server.ts";
import { hastyWorld } from "../../../test/kit/git.ts";
import { forgeOf } from "../place.ts";
import { openForge } from "../open-forge.ts";

const head = { branch: "b", fork: null };
const again = (answer: Answer, times: number): readonly Answer[] => Array.from({ length: times }, () => answer);
const elsewhere = (url: string): Answer => ({ status: 302, headers: { location: url } });

async function serve(...answers: readonly Answer[]) {
  const server = await startForge("acme/next.js");
  server.instead(/\/pulls$/, ...answers);
  const time = waitingWorld();
  return {
    server,
    ...time,
    forge: await reach("github", server, { means: meansFor("github", server.token, time.world) }),
  };
}

describe("a question that is not answered", () => {
  it("is asked again after a while, each time a longer one, and then is an error", async () => {
    const short = await serve(...again({ status: 503 }, 3));
    expect(await short.forge.find(head)).toBeUndefined();
    expect(short.waits).toEqual([1000, 2000, 4000]);
    const long = await serve(...again({ status: 500, body: { message: "Oops" } }, 9));
    await expect(long.forge.find(head)).rejects.toMatchObject({
      code: "forge.unreachable",
      message: expect.stringMatching(/answered 500 to GET .*: Oops$/) as string,
    });
    expect(long.server.asked).toHaveLength(4);
  });

  it("is asked again when the connection broke", async () => {
    const { forge, waits } = await serve({ drop: true });
    expect(await forge.find(head)).toBeUndefined();
    expect(waits).toEqual([1000]);
  });

  it.each([
    [{ "retry-after": "7" }, [7000]],
    [{ "retry-after": "60" }, [60_000]],
    [{ "retry-after": new Date(hastyWorld.now() + 9000).toUTCString() }, [9000]],
    [{ "x-ratelimit-reset": String(hastyWorld.now() / 1000 + 20) }, [20_000]],
    [{ "retry-after": "nonsense" }, [1000]],
    [{ "retry-after": new Date(hastyWorld.now() - 9000).toUTCString() }, [0]],
  ] as const)("waits as long as it is told to by %j", async (headers, expected) => {
    const { forge, waits } = await serve({ status: 429, headers });
    await forge.find(head);
    expect(waits).toEqual(expected);
  });

  it.each([
    [{ "retry-after": "61" }],
    [{ "retry-after": "99999999999999" }],
    [{ "retry-after": "Fri, 01 Jan 2100 00:00:00 GMT" }],
  ])("does not wait longer than a minute: %j", async (headers) => {
    const { forge, waits } = await serve({ status: 429, headers });
    await expect(forge.find(head)).rejects.toMatchObject({ code: "forge.limited" });
    expect(waits).toEqual([]);
  });

  it("is given up when the answer does not come", async () => {
    const time = waitingWorld();
    const server = await startForge("acme/next.js");
    server.instead(/\/pulls$/, ...again({ silence: () => time.giveUp() }, 4));
    const forge = await reach("github", server, { means: meansFor("github", server.token, time.world) });
    await expect(forge.find(head)).rejects.toMatchObject({
      code: "forge.unreachable",
      message: expect.stringMatching(/no answer within 30 s$/) as string,
    });
  });
});

describe("an answer that is none", () => {
  it.each([
    ["no JSON", { status: 200, raw: "<html>Please log in</html>" }, /no JSON/],
    [
      "not a list of pull requests",
      { status: 200, body: [{ head: { ref: "b", repo: { full_name: "acme/next.js" } } }] },
      /has no number/,
    ],
    ["too long", { status: 200, raw: Buffer.alloc(9 * 1024 * 1024, 32) }, /longer than 8388608 bytes/],
  ])("is an error: %s", async (_, answer, message) => {
    const { forge } = await serve(...again(answer, 4));
    await expect(forge.find(head)).rejects.toMatchObject({
      code: "forge.unreachable",
      message: expect.stringMatching(message) as string,
    });
  });

  it("does not go on for ever: pages are bounded", async () => {
    const server = await startForge("acme/next.js");
    server.pageSize = 1;
    for (let place = 0; place < 30; place++) server.pull({ from: "acme/next.js", branch: `b${String(place)}` });
    const forge = await reach("gitea", server);
    expect(await forge.find({ branch: "b29", fork: null })).toBeUndefined();
    expect(server.asked).toHaveLength(10);
  });
});

describe("a token", () => {
  it("goes with a redirect within its server, and to no other", async () => {
    const other = await startForge("acme/next.js");
    const old = await serve();
    old.server.instead(/\/pulls$/, elsewhere("/api/v3/repos/acme/next.js/pulls?state=open&head=acme%3Ab"));
    old.server.pull({ from: "acme/next.js", branch: "b" });
    expect(await old.forge.find(head)).toMatchObject({ number: 1 });
    const away = await serve(...again(elsewhere(`${other.url}/api/v3/repos/acme/next.js/pulls`), 4));
    await expect(away.forge.find(head)).rejects.toMatchObject({
      code: "forge.unreachable",
      message: expect.stringMatching(/another server$/) as string,
    });
    expect(other.asked).toEqual([]);
  });

  it("does not follow in circles", async () => {
    const { forge, server } = await serve(...again(elsewhere("/api/v3/repos/acme/next.js/pulls"), 99));
    await expect(forge.find(head)).rejects.toMatchObject({
      message: expect.stringMatching(/again and again$/) as string,
    });
    expect(server.asked).toHaveLength(16);
  });

  it("stays at home when a log lies on another server", async () => {
    const other = await startForge();
    other.instead(/\/log$/, { status: 200, raw: `${"noise\n".repeat(9999)}the reason` });
    const { forge, server } = await serve();
    const pull = server.pull({
      from: "acme/next.js",
      branch: "b",
      checks: [{ name: "unit", state: "failed", log: "x" }],
    });
    server.instead(/\/logs$/, elsewhere(`${other.url}/log`));
    const { checks } = await forge.look(pull, null);
    expect(checks.items[0]?.excerpt).toMatch(/^….*noise\nthe reason$/s);
    expect(checks.items[0]?.excerpt?.length).toBeLessThanOrEqual(4001);
    expect(other.asked.map((asked) => asked.authorization)).toEqual([""]);
  });

  it("causes an error without its text when the server does not take it", async () => {
    const server = await startForge("acme/next.js");
    const forge = await reach("gitea", server, { means: meansFor("gitea", "wr0ng") });
    const error: unknown = await forge.find(head).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "forge.no_login", hint: "Set GITEA_TOKEN to a token of that server." });
    expect(inspect(error, { depth: 9 })).not.toContain("wr0ng");
  });

  it("causes an error without its text when no header can carry it", async () => {
    const server = await startForge("acme/next.js");
    const error: unknown = await reach("gitlab", server, { means: meansFor("gitlab", "to\nken") }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "forge.no_login" });
    expect(inspect(error, { depth: 9 })).not.toContain("ken\n");
    expect(
      await (await reach("gitlab", server, { means: meansFor("gitlab", `${server.token}\n`) })).find(head),
    ).toBeUndefined();
  });

  test.each([
    [
      { url: "https://github.com/a/b", kind: null },
      { GITHUB_ENTERPRISE_TOKEN: "t", GITLAB_TOKEN: "t" },
      /gh auth login --hostname github.com", or set GH_TOKEN or GITHUB_TOKEN/,
    ],
    [{ url: "https://ghe.example/a/b", kind: "github" }, { GITHUB_TOKEN: "t", GH_TOKEN: "t" }, /GH_ENTERPRISE_TOKEN/],
    [{ url: "https://gitlab.com/a/b", kind: null }, { GITHUB_TOKEN: "t", GITLAB_TOKEN: "" }, /GITLAB_TOKEN/],
  ] as const)("for another server than %j is not shown to it", async ({ url, kind }, env, hint) => {
    const means = { ...meansFor("github", ""), env: { PATH: "/nonexistent", ...env } };
    await expect(openForge(forgeOf(url, kind), means)).rejects.toMatchObject({
      code: "forge.no_login",
      hint: expect.stringMatching(hint) as string,
    });
  });
});
