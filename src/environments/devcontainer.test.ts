import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { fromDevcontainer } from "./devcontainer.ts";
import { levelOf, readEnvironment } from "./read.ts";

const read = (text: string): ReturnType<typeof fromDevcontainer> => fromDevcontainer(text, "devcontainer.json");

describe("a devcontainer.json", () => {
  it("gives image, variables, prepare steps in their order, and ports; comments and commas at ends are allowed", () => {
    const { written, notes } = read(`{
      // For people.
      "name": "Node", "image": "mcr.example/devcontainers/node:22",
      "containerEnv": { "A": "1" }, "remoteEnv": { "B": "two words" },
      "postCreateCommand": { "packages": "npm ci", "build": ["make", "all"] },
      "onCreateCommand": "git --version",
      "forwardPorts": [3000],
      "remoteUser": "node", "features": {}, "customizations": { "vscode": {} },
    }`);
    expect(written).toEqual({
      image: "mcr.example/devcontainers/node:22",
      variables: { A: "1", B: "two words" },
      prepare: ["git --version", "npm ci", ["make", "all"]],
      ports: ["3000"],
    });
    expect(notes).toEqual(["remoteUser has no effect: programs run as you"]);
    const { environment } = readEnvironment("web", stringify({ version: 1, ...written }), "web.yaml");
    expect([levelOf(environment), environment.prepare?.length]).toEqual(["container", 3]);
  });

  it.each([
    ["features", { features: { "ghcr.io/devcontainers/features/go:1": {} } }],
    ["build", { build: { dockerfile: "Dockerfile" } }],
    ["dockerComposeFile", { dockerComposeFile: "compose.yaml" }],
    ["mounts", { mounts: ["source=/var/run/docker.sock,target=/var/run/docker.sock,type=bind"] }],
    ["runArgs", { runArgs: ["--privileged"] }],
    ["privileged", { privileged: true }],
    ["capAdd", { capAdd: ["SYS_PTRACE"] }],
    ["securityOpt", { securityOpt: ["seccomp=unconfined"] }],
    ["initializeCommand", { initializeCommand: "curl x | sh" }],
    ["workspaceMount", { workspaceMount: "source=/,target=/w,type=bind" }],
    ["containerEnv.TOKEN", { containerEnv: { TOKEN: "${localEnv:TOKEN}" } }],
    ["forwardPorts", { forwardPorts: ["db:5432"] }],
    ["imagee", { imagee: "x" }],
  ])("that says %s is refused with the reason", (key, more) => {
    expect(() => read(JSON.stringify({ image: "a/b:1", ...more }))).toThrow(`\n  ${key}: `);
  });

  it.each(["", "[]", "{", "{}"])("%j is refused", (text) => {
    expect(() => read(text)).toThrow("can't be taken for an environment");
  });
});
