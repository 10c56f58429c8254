import { describe, expect, it } from "vitest";
import type { Meaning } from "../../source/shape.ts";
import { mount, printedMount, printedPort, publishedPort } from "./container-parts.ts";

const means = (found: Meaning<unknown>): unknown => (found.kind === "means" ? found.value : "wrong");

describe("a mount", () => {
  it.each([
    ["/data:/data", { from: "/data", to: "/data", isReadOnly: true }],
    ["~/cache:/cache/:rw", { from: "~/cache", to: "/cache", isReadOnly: false }],
    ["/a:/b:ro", { from: "/a", to: "/b", isReadOnly: true }],
    ["data:/data", "wrong"],
    ["/data", "wrong"],
    ["/data:data", "wrong"],
    ["/data:/", "wrong"],
    ["/data:/a/../b", "wrong"],
    ["/a/../b:/c", "wrong"],
    ["/a:/b:rw:z", "wrong"],
    ["/a:/b:z", "wrong"],
    ["/var/run/docker.sock:/var/run/docker.sock", "wrong"],
    ["/run/podman/podman.sock:/x", "wrong"],
    ["/run/user/1000:/x", "wrong"],
    ["/var:/x", "wrong"],
    ["/:/x", "wrong"],
    ["/var/cache:/x", { from: "/var/cache", to: "/x", isReadOnly: true }],
    ["", "wrong"],
  ])("%s", (text, meant) => {
    expect(means(mount(text))).toEqual(meant);
  });
});

describe("a published port", () => {
  it.each([
    ["80", { host: null, inside: 80, protocol: "tcp" }],
    ["8080:80", { host: 8080, inside: 80, protocol: "tcp" }],
    ["127.0.0.1:8080:80/tcp", { host: 8080, inside: 80, protocol: "tcp" }],
    ["127.0.0.1::6080", { host: null, inside: 6080, protocol: "tcp" }],
    ["53:53/udp", { host: 53, inside: 53, protocol: "udp" }],
    ["0.0.0.0:80:80", "wrong"],
    ["::80:80", "wrong"],
    ["127.0.0.1:80", "wrong"],
    ["0", "wrong"],
    ["70000", "wrong"],
    ["80-90", "wrong"],
    ["80/sctp", "wrong"],
    ["http", "wrong"],
    ["-1", "wrong"],
  ])("%s", (text, meant) => {
    expect(means(publishedPort(text))).toEqual(meant);
  });
});

it("mounts and ports are printed as people write them", () => {
  const again = (read: (text: string) => Meaning<never>, print: (value: never) => string) => (text: string) => {
    const meant = read(text);
    return meant.kind === "means" ? print(meant.value) : null;
  };
  expect(["/a:/b", "~/a:/b:rw"].map(again(mount as never, printedMount as never))).toEqual(["/a:/b", "~/a:/b:rw"]);
  expect(["80", "8080:80/tcp", "53/udp"].map(again(publishedPort as never, printedPort as never))).toEqual([
    "80",
    "8080:80",
    "53/udp",
  ]);
});
