import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { scoreJsonSchema } from "../../score/schema/editor/json-schema.ts";

describe("tutti schema", () => {
  it("prints the JSON Schema of scores and nothing else", async () => {
    const { code, out, err } = await tutti("schema");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toEqual(scoreJsonSchema());
  });

  it("writes it to a file, and over an older one of its own", async () => {
    const file = join(tempFolder(), "editor", "score.schema.json");
    expect(await tutti("schema", "--out", file)).toMatchObject({ code: 0, out: "" });
    writeFileSync(file, JSON.stringify({ $id: "urn:tutti:score", title: "older" }));
    expect(await tutti("schema", "--out", file)).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(scoreJsonSchema());
  });

  it.each([
    ["text", "mine\n"],
    ["another schema", '{"$id":"urn:other"}'],
    ["an empty file", ""],
  ])("does not write over %s unless it is told to", async (_, content) => {
    const file = join(tempFolder(), "a.json");
    writeFileSync(file, content);
    const refused = await tutti("schema", "--out", file);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain("cli.usage");
    expect(readFileSync(file, "utf8")).toBe(content);
    expect(await tutti("schema", "--out", file, "--force")).toMatchObject({ code: 0 });
    expect(readFileSync(file, "utf8")).not.toBe(content);
  });

  it("says when it can't write", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "folder"));
    writeFileSync(join(folder, "file"), "");
    expect(await tutti("schema", "--out", join(folder, "folder"), "--force")).toMatchObject({ code: 2 });
    expect(await tutti("schema", "--out", join(folder, "file", "a.json"))).toMatchObject({ code: 2 });
  });
});
