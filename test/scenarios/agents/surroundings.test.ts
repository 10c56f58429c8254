import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../kit/folders.ts";
import { type Live, rests } from "../../kit/live.ts";
import { states } from "../conductor/story.ts";
import { scoreOf, withSpeakers } from "./story.ts";

const secret = "kq7Zr-Plum0Wagon/Violet?Turnip=42";
const profiles = {
  small: {
    pass: ["PLUM_*", "WANTED"],
    home: { auth: ["PLUM_KEY"], variables: { SPEAKER_HOME: "settings" }, files: { "settings/one.json": "{}" } },
  },
};

it("only variables that the profile names reach an agent", async () => {
  await withSpeakers(
    async (live, speakers) => {
      const environment = clientOf(live, { WANTED: "yes", PLUM_REGION: "north", UNWANTED: "no", OTHER_TOKEN: secret });
      const job = await live.submit(scoreOf({ a: "write b.txt b" }), { environment });
      await live.until(job, rests(1));

      const found = speakers.variables("a", 1);
      expect(found).toMatchObject({ WANTED: "yes", PLUM_REGION: "north", TUTTI_SHEET: "a", TUTTI_ATTEMPT: "1" });
      expect(Object.keys(found)).not.toContain("UNWANTED");
      expect(JSON.stringify(found)).not.toContain(secret);
    },
    { profiles },
  );
});

it("an agent has a home of its own when a key makes its login needless, and only then", async () => {
  await withSpeakers(
    async (live, speakers) => {
      const play = async (
        environment: Record<string, string>,
        sheet: string,
      ): Promise<Readonly<Record<string, string>>> => {
        const job = await live.submit(scoreOf({ [sheet]: `write ${sheet}.txt b` }), {
          environment: clientOf(live, environment),
        });
        await live.until(job, rests(1));
        return speakers.variables(sheet, 1);
      };
      expect((await play({}, "plain"))["SPEAKER_HOME"]).toBeUndefined();
      const own = (await play({ PLUM_KEY: secret }, "keyed"))["SPEAKER_HOME"] ?? "";
      expect(readFileSync(join(own, "one.json"), "utf8")).toBe("{}");
    },
    { profiles },
  );
});

it("a secret that an agent prints, in pieces or in an error, is in no file of the home", async () => {
  const home = join(tempFolder(), "home");
  await withSpeakers(
    async (live, speakers) => {
      const environment = clientOf(live, { PLUM_KEY: secret });
      const job = await live.submit(
        scoreOf(
          { a: "1: leak PLUM_KEY\nwrite b.txt b" },
          { retry: { attempts: 2, base_delay: "0s", max_delay: "0s" } },
        ),
        {
          environment,
        },
      );
      await live.until(job, ({ recorded }) => recorded.about === "sheet" && recorded.event.kind === "ended");
      await live.tutti.call("job.pause", { job, now: true });
      await live.until(job, rests(1));

      expect(speakers.variables("a", 1)["PLUM_KEY"]).toBe(secret);
      expect(await states(live, job)).toEqual({ a: "waiting" });
      const errors = JSON.stringify(await live.tutti.call("job.errors", { job, folder: "/" }));
      expect(errors).toContain("refused with");
      expect(errors).not.toContain(secret);
      expect(JSON.stringify(await live.events())).not.toContain(secret);
    },
    { profiles, home },
  );
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = files
    .filter((file) => hasSecret(readFileSync(join(file.parentPath, file.name))))
    .map(({ name }) => name);
  expect([files.length > 10, found]).toEqual([true, []]);
});

function hasSecret(content: Buffer): boolean {
  return [secret, Buffer.from(secret).toString("base64"), encodeURIComponent(secret)].some((form) =>
    content.includes(form),
  );
}

/** The environment of a person's terminal. */
function clientOf({ env }: Live, more: Readonly<Record<string, string>>): Record<string, string> {
  const set = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { ...(Object.fromEntries(set) as Record<string, string>), ...more };
}
