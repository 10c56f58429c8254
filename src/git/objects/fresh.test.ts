import { expect, it } from "vitest";
import { wireGit } from "../../../test/kit/git.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { openObjects } from "./objects.ts";

it("an object of the last flush is not stored again, and can be read without asking git", async () => {
  const repository = makeRepository();
  const real = wireGit();
  const calls: string[] = [];
  const git: typeof real = {
    ...real,
    sealed: (call) => (calls.push(call.args[0] ?? ""), real.sealed(call)),
    converse: (talk) => (calls.push(talk.args[0] ?? ""), real.converse(talk)),
  };
  const objects = openObjects(git, repository.gitDir, "sha1");
  const [one, other] = [Buffer.from("one\n"), Buffer.from("other\n")];
  const id = objects.writeBlob(one);
  await objects.flush();
  expect(objects.writeBlob(one)).toBe(id);
  await objects.flush();
  expect([await objects.readBlob(id), calls]).toEqual([one, ["index-pack"]]);
  objects.writeBlob(other);
  await objects.flush();
  // By now the object is one of many, and another process may have removed it.
  objects.writeBlob(one);
  await objects.flush();
  expect(calls).toEqual(["index-pack", "index-pack", "index-pack"]);
  await objects.close();
});
