import { describe, expect, it } from "vitest";
import { readAddress } from "./address.ts";

function read(text: string): string {
  const found = readAddress(text);
  if (found.kind !== "address") return found.kind;
  const { url, host, path } = found.address;
  return `${url} ${host ?? "here"} ${path}`;
}

const nameOf = (text: string): string => {
  const found = readAddress(text);
  return found.kind === "address" ? found.address.name : found.kind;
};

describe("an address of a remote", () => {
  it.each([
    ["https://github.com/vercel/next.js.git", "https://github.com/vercel/next.js.git github.com vercel/next.js"],
    ["https://github.com/vercel/next.js", "https://github.com/vercel/next.js github.com vercel/next.js"],
    ["HTTPS://GitHub.com/a/b/", "https://github.com/a/b github.com a/b"],
    [
      "https://git.example.com:8443/group/sub/name.git",
      "https://git.example.com:8443/group/sub/name.git git.example.com group/sub/name",
    ],
    ["https://github.company.com/a/b", "https://github.company.com/a/b github.company.com a/b"],
    ["git@github.com:owner/name.git", "git@github.com:owner/name.git github.com owner/name"],
    ["github.com:owner/name", "github.com:owner/name github.com owner/name"],
    ["git@github.com-work:owner/name", "git@github.com-work:owner/name github.com-work owner/name"],
    ["git@host.example:/srv/git/a.b.git", "ssh://git@host.example/srv/git/a.b.git host.example srv/git/a.b"],
    [
      "ssh://git@ssh.github.com:443/owner/name.git",
      "ssh://git@ssh.github.com:443/owner/name.git ssh.github.com owner/name",
    ],
    ["git+ssh://git@host.example/~ada/a", "ssh://git@host.example/~ada/a host.example ~ada/a"],
    ["git@[::1]:owner/name", "git@[::1]:owner/name [::1] owner/name"],
    ["http://127.0.0.1:8080/a/b.git", "http://127.0.0.1:8080/a/b.git 127.0.0.1 a/b"],
    ["git://localhost/a", "git://localhost/a localhost a"],
    ["file:///srv/git/with%20blank.git", "file:///srv/git/with%20blank.git here /srv/git/with blank.git"],
    ["file://localhost/srv/a.git", "file:///srv/a.git here /srv/a.git"],
  ])("%s is read as %s", (text, meant) => {
    expect(read(text)).toBe(meant);
  });

  it.each(["/srv/git/a.git", ".", "../b", "./a:b", "some/folder", "~/work", "C:\\work", "a/b:c"])(
    "%s is a folder",
    (text) => {
      expect(read(text)).toBe("folder");
    },
  );

  it.each([
    ["ext::sh -c touch% /tmp/x", "helper program"],
    ["fd::17", "helper program"],
    ["http::https://host/x", "helper program"],
    ["::x", "helper program"],
    ["-oProxyCommand=touch /tmp/x", "option"],
    ["--upload-pack=touch", "option"],
    ["ssh://-oProxyCommand=x/a", "option"],
    ["git@-oProxyCommand=x:a", "option"],
    ["git@host:-x/a", "path"],
    ["-u@host:a", "option"],
    ["ssh://-u@host.example/a", "user name"],
    ["https://host.example/a\u0000b", "can't be seen"],
    ["https://host.example/a\u202eb", "can't be seen"],
    ["git@host.example:a\nb", "can't be seen"],
    ["https://ada:secret@host.example/a/b", "login"],
    ["https://token@host.example/a/b", "login"],
    ["ssh://git:secret@host.example/a", "login"],
    ["https://host.example/a?token=x", "query"],
    ["https://host.example/a#x", "query"],
    ["https://host.example/a/../../b", "path"],
    ["git@host.example:../a", "path"],
    ["git@host.example:a/$(id)", "path"],
    ["https://host.example/a;id", "path"],
    ["https://host.example/", "path"],
    ["https://host.example/a b", "blanks"],
    ["https:///a/b", "host"],
    ["http://host.example/a", "not encrypted"],
    ["git://host.example/a", "not encrypted"],
    ["ftp://host.example/a", "no way"],
    ["javascript://host/a", "no way"],
    ["file://server/share", "names no host"],
    ["https://githüb.com/a/b", "letters"],
    ["https://xn--githb-mva.com/a/b", "letters"],
    ["https://gіthub.com/a/b", "letters"],
    ["https://notgithub.com/a/b", "looks like github.com"],
    ["https://github.com/a/b/tree/main", "it is a page of a repository"],
    ["https://github.com.evil.example/a/b", "looks like github.com"],
    ["https://github.com-login.example/a/b", "looks like github.com"],
    ["git@github.com-login.example:a/b", "looks like github.com"],
    ["https://g1thub.com/a/b", "looks like github.com"],
    ["https://gihtub.com/a/b", "looks like github.com"],
    ["https://github.co/a/b", "looks like github.com"],
    ["git@gitlabb.com:a/b", "looks like gitlab.com"],
    ["", "empty"],
  ])("%j is refused: %s", (text, why) => {
    const found = readAddress(text);
    expect(found.kind === "refused" ? found.why : found.kind).toContain(why);
  });

  it("has one name however it is written, and no other remote has it", () => {
    const same = ["https://github.com/A/b.git", "https://GITHUB.com/a/B", "https://github.com:443/a/b/"];
    expect(new Set(same.map(nameOf))).toHaveProperty("size", 1);
    expect(nameOf("git@github.com:a/b")).toBe(nameOf("ssh://git@github.com/a/b.git"));
    const others = [
      "https://github.com/a/b",
      "https://github.com/a/b.c",
      "https://github.com/a-b/c",
      "https://github.com/a/b-c",
      "https://git.example.com/a/b",
      "https://git.example.com/A/b",
      "https://git.example.com:8443/a/b",
      "git@git.example.com:a/b",
      "git@git.example.com:/a/b",
      "bob@git.example.com:a/b",
      "file:///a/b",
      "file:///a/b.git",
    ];
    expect(new Set(others.map(nameOf))).toHaveProperty("size", others.length);
    for (const name of others.map(nameOf)) expect(name).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
    expect(nameOf("https://github.com/vercel/next.js")).toMatch(/^github-com-vercel-next-js-[a-z2-7]{16}$/);
  });
});
