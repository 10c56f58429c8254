import { describe, expect, test } from "vitest";
import type { ForgeKind } from "../score/plan/landing-plan.ts";
import { forgeOf } from "./place.ts";

const at = (url: string, kind: ForgeKind | null = null): string => {
  const place = forgeOf(url, kind);
  return `${place.kind} ${place.host} ${place.owner} ${place.name} ${place.api}`;
};

describe("the repository that an address names", () => {
  test.each([
    ["https://github.com/vercel/next.js.git", "github github.com vercel next.js https://api.github.com"],
    ["https://github.com/vercel/next.js", "github github.com vercel next.js https://api.github.com"],
    ["https://github.com/vercel/next.js/", "github github.com vercel next.js https://api.github.com"],
    ["https://user:secret@github.com/a/b.git.git", "github github.com a b.git https://api.github.com"],
    ["http://github.com/a/b", "github github.com a b https://api.github.com"],
    ["git@github.com:a-b/a.b-c_d.git", "github github.com a-b a.b-c_d https://api.github.com"],
    ["github.com:a/gitty.github", "github github.com a gitty.github https://api.github.com"],
    ["git@github.com:/a/b.git", "github github.com a b https://api.github.com"],
    ["ssh://git@github.com/a/b.git", "github github.com a b https://api.github.com"],
    ["ssh://git@ssh.github.com:443/a/b.git", "github github.com a b https://api.github.com"],
    ["git+ssh://git@GitHub.com/A/B", "github github.com A B https://api.github.com"],
    ["https://acme.ghe.com/a/b", "github acme.ghe.com a b https://api.acme.ghe.com"],
    [
      "https://gitlab.com/group/sub/sub-sub/name.git",
      "gitlab gitlab.com group/sub/sub-sub name https://gitlab.com/api/v4",
    ],
    ["git@altssh.gitlab.com:g/n.git", "gitlab gitlab.com g n https://gitlab.com/api/v4"],
    ["https://codeberg.org/a/b.git", "gitea codeberg.org a b https://codeberg.org/api/v1"],
  ])("%s", (url, expected) => {
    expect(at(url)).toBe(expected);
  });

  test.each([
    [
      "https://git.acme.example:8443/a/b.git",
      "github",
      "github git.acme.example:8443 a b https://git.acme.example:8443/api/v3",
    ],
    [
      "ssh://git@git.acme.example:2222/a/b.git",
      "github",
      "github git.acme.example a b https://git.acme.example/api/v3",
    ],
    ["http://gitea.lan:3000/a/b", "gitea", "gitea gitea.lan:3000 a b http://gitea.lan:3000/api/v1"],
    ["https://acme.example/git/a/b", "gitea", "gitea acme.example a b https://acme.example/git/api/v1"],
    ["git@git.lan:a/b/c", "gitlab", "gitlab git.lan a/b c https://git.lan/api/v4"],
    ["git@[::1]:a/b", "gitea", "gitea [::1] a b https://[::1]/api/v1"],
    ["https://acme.example/a%20b/c", "gitlab", null],
  ] as const)("%s, which is a %s", (url, kind, expected) => {
    if (expected === null) expect(() => at(url, kind)).toThrow();
    else expect(at(url, kind)).toBe(expected);
  });

  test.each([
    ["https://git.acme.example/a/b", null, /Tutti does not know what kind of server git.acme.example is/],
    ["https://github.com/a/b", "gitlab", /github.com is a github, not a gitlab/],
    ["https://github.com/a", null, /not an owner and a name/],
    ["https://github.com/a/b/c", null, /not an owner and a name/],
    ["https://gitlab.com/a", null, /not an owner and a name/],
    ["https://github.com/a/..", null, /not an owner and a name/],
    ["git@github.com:a/..", null, /no address/],
    ["https://github.com/%E0%A4%A/b", null, /no address/],
    ["https://github.com/a/b%3Fc", null, /no address/],
    ["/srv/git/a/b.git", null, /no address/],
    ["../a/b.git", null, /no address/],
    ["./a:b/c", null, /no address/],
    ["file:///srv/git/a/b.git", null, /no address/],
    ["ext::sh -c true", null, /no address|nobody knows/],
    ["", null, /no address/],
  ] as const)("%s (%s) names none", (url, kind, message) => {
    expect(() => at(url, kind)).toThrow(message);
  });

  test("is told apart without the secret in the address, and with what to set", () => {
    const fault = (() => {
      try {
        return forgeOf("https://me:s3cret@git.acme.example/a/b", null);
      } catch (error) {
        return error;
      }
    })();
    expect(fault).toMatchObject({
      code: "forge.unknown",
      hint: expect.stringMatching(/landing\.pull_request\.forge/) as string,
    });
    expect((fault as Error).message).toMatch(/https:\/\/\*\*\*@git\.acme\.example\/a\/b/);
    expect((fault as Error).message).not.toContain("s3cret");
  });
});
