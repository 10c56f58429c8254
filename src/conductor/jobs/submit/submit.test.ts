import { settingOf } from "../../../../test/kit/setting.ts";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { hermetic } from "../../../../test/kit/git.ts";
import { makeRepository } from "../../../../test/kit/repository.ts";
import type { TuttiEvent } from "../../../api/contract/events.ts";
import { openLocal } from "../../../root/local.ts";

it.each([
  ["a repository's", () => makeRepository().path],
  ["a plain folder's", () => tempFolder()],
])("a job is refused, and told whose matter it is, where %s store can't be made", async (_, place) => {
  const home = join(tempFolder(), "home");
  const folder = place();
  const env = {
    ...hermetic,
    TUTTI_CONTAINMENT: process.env["TUTTI_CONTAINMENT"],
    TUTTI_DISK_WARNING_GB: "0",
    TUTTI_DISK_FLOOR_GB: "0",
  };
  const { tutti } = await openLocal(settingOf(home, env), { version: "0.0.0", notice: () => undefined });
  try {
    rmSync(join(home, "repositories"), { recursive: true, force: true });
    writeFileSync(join(home, "repositories"), "");
    mkdirSync(join(home, "jobs"));
    const score = {
      path: join(folder, "s.yaml"),
      baseDir: folder,
      text: "agent: scripted\nsheets: [{id: a, prompt: x}]",
    };
    await expect(tutti.call("job.submit", { score, folder })).rejects.toMatchObject({
      code: "store.write_failed",
      audience: "environment",
      hint: expect.stringContaining("tutti doctor") as string,
    });
    expect(await tutti.call("job.list", {})).toEqual([]);
    expect(readdirSync(join(home, "jobs"))).toEqual([]);
  } finally {
    await tutti.close();
  }
});

it("a fallback that could not take over is reported when the job begins, which is not refused for it", async () => {
  const [home, folder] = [join(tempFolder(), "home"), makeRepository().path];
  const env = {
    ...hermetic,
    TUTTI_CONTAINMENT: process.env["TUTTI_CONTAINMENT"],
    TUTTI_DISK_WARNING_GB: "0",
    TUTTI_DISK_FLOOR_GB: "0",
  };
  const { tutti } = await openLocal(settingOf(home, env), { version: "0.0.0", notice: () => undefined });
  try {
    const fallbacks = "[openai, {command: [no-such-program]}, {command: [sh]}, scripted]";
    const text = `agent: scripted\nretry: {base_delay: 0}\nfallbacks: ${fallbacks}\nsheets: [{id: a, prompt: x}, {id: b, prompt: y}]`;
    const said: string[] = [];
    const { promise: over, resolve: end } = Promise.withResolvers<undefined>();
    const hear = ({ recorded }: TuttiEvent): void => {
      if (recorded.event.kind === "notice") said.push(recorded.event.text);
      if (recorded.event.kind === "finished") end(undefined);
    };
    await tutti.follow({}, { hear });
    await tutti.call("job.submit", {
      score: { path: join(folder, "s.yaml"), baseDir: folder, text },
      folder,
      environment: { PATH: "/usr/bin:/bin", TUTTI_SANDBOX: "off" },
    });
    await over;
    expect(said).toEqual([
      "a fallback could not take over: openai: OPENAI_API_KEY is not set: export it where you start jobs.",
      'a fallback could not take over: no-such-program: there is no program "no-such-program" on the PATH',
    ]);
  } finally {
    await tutti.close();
  }
});
