import { expect, it } from "vitest";
import { refusalOf } from "./refusal.ts";

const about = { program: "claude", image: "node:22" };

it.each([
  [
    "podman has no such image",
    125,
    "Error: localhost/x:1: image not known\n",
    "no container could be started: localhost/x:1: image not known",
  ],
  [
    "podman has no such folder",
    125,
    "Error: statfs /gone: no such file or directory\n",
    "no container could be started: statfs /gone: no such file or directory",
  ],
  [
    "docker's daemon refuses",
    125,
    "docker: Error response from daemon: port is already allocated\n\nRun 'docker run --help' for more information\n",
    "no container could be started: port is already allocated",
  ],
  [
    "no such program, by podman and runc",
    127,
    'Error: runc: runc create failed: unable to start container process: exec: "claude": executable file not found in $PATH: OCI runtime attempted to invoke a command that was not found\n',
    'the image node:22 has no program "claude"',
  ],
  [
    "no such program, by podman and crun",
    127,
    "Error: crun: executable file `claude` not found in $PATH: No such file or directory: OCI runtime attempted to invoke a command that was not found\n",
    'the image node:22 has no program "claude"',
  ],
  [
    "no such program, by docker",
    127,
    'docker: Error response from daemon: failed to create task for container: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "claude": executable file not found in $PATH: unknown\n',
    'the image node:22 has no program "claude"',
  ],
  [
    "it may not be run",
    126,
    'Error: runc: runc create failed: unable to start container process: exec: "/etc/passwd": permission denied: OCI permission denied\n',
    '"claude" may not be run in node:22: runc: runc create failed: unable to start container process: exec: "/etc/passwd": permission denied: OCI permission denied',
  ],
])("%s", (...[, code, stderr, reason]) => {
  expect(refusalOf(about, code, stderr)).toBe(reason);
});

it.each([
  ["a shell that did not find a command", 127, "sh: 1: foo: not found\n"],
  ["a program with an error of its own", 127, "Error: no such thing\n"],
  ["one that exits with 125 and says nothing", 125, ""],
  ["any other code", 1, "Error: OCI runtime error\n"],
])("the code is the program's own: %s", (_, code, stderr) => {
  expect(refusalOf(about, code, stderr)).toBeNull();
});
