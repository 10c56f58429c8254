import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { printedBy } from "../../../test/kit/git.ts";
import { type TestRepository, person } from "../../../test/kit/repository.ts";
import { land, look, makeScene, merged, told } from "../../../test/kit/verify-scene.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { LandingStrategy } from "../../score/plan/landing-plan.ts";

describe.skipIf(spawnSync("ssh-keygen", ["-?"]).error !== undefined)("signatures (needs ssh-keygen)", () => {
  function setUp(user: TestRepository): void {
    const folder = tempFolder();
    spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", join(folder, "key")]);
    const key = spawnSync("ssh-keygen", ["-y", "-f", join(folder, "key")]).stdout.toString("utf8");
    writeFileSync(join(folder, "signers"), `${person.email} ${key}`);
    user.git("config", "gpg.format", "ssh");
    user.git("config", "user.signingkey", join(folder, "key"));
    user.git("config", "gpg.ssh.allowedSignersFile", join(folder, "signers"));
  }

  it("hold for every commit of a landing whose score asked for them, and bind its receipt", async () => {
    const scene = await makeScene();
    setUp(scene.user);
    await land(scene, { strategy: "rebase", trees: [merged, merged], signed: true });
    expect(told(await look(scene))).toEqual([[[], []]]);
    expect(told(await look(scene, { signatures: true }))).toEqual([[[], []]]);
  });

  it.each<LandingStrategy>(["rebase", "merge"])(
    "that the first of the commits of a %s does not have are missed",
    async (strategy) => {
      const scene = await makeScene();
      setUp(scene.user);
      await land(scene, { strategy, trees: [merged, merged], signed: true, unsigned: [0] });
      expect(told(await look(scene))).toEqual([[["is not signed"], []]]);
    },
  );

  it("that can't be checked here are absent, unless a person asks for them", async () => {
    const scene = await makeScene();
    setUp(scene.user);
    await land(scene, { signed: true });
    scene.user.git("config", "--unset", "gpg.ssh.allowedSignersFile");
    expect(told(await look(scene))).toEqual([[[], ["signature"]]]);
    expect(told(await look(scene, { signatures: true }))).toEqual([
      [["has a signature that can't be checked with the keys that git knows"], ["signature"]],
    ]);
  });

  it("that are missing or forged are doubted", async () => {
    const scene = await makeScene();
    setUp(scene.user);
    const landed = await land(scene, { signed: true });
    const content = scene.user.git("cat-file", "commit", landed.commit);
    const put = (text: string): CommitSha =>
      printedBy(scene.user.path, ["hash-object", "-t", "commit", "-w", "--stdin"], {
        input: `${text}\n`,
      }).trim() as CommitSha;
    const unsigned = put(content.replace(/gpgsig [^]*?-----END SSH SIGNATURE-----\n/, ""));
    scene.user.git("update-ref", "refs/heads/main", unsigned);
    expect((await look(scene))[0]?.problems).toContain("is not signed");
    scene.user.git("update-ref", "refs/heads/main", put(content.replace("do s", "do x")));
    expect((await look(scene))[0]?.problems).toContain("has a signature that does not hold");
  });

  it("are not asked for where they are not wanted", async () => {
    const scene = await makeScene();
    await land(scene);
    expect(told(await look(scene))).toEqual([[[], []]]);
    expect(told(await look(scene, { signatures: true }))).toEqual([[["is not signed"], []]]);
  });
});
