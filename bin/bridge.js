// Runs a program in a network namespace that has nothing but its own loopback, and carries connections from there to the
// broker of Tutti's sandbox, which decides. Arguments: the broker's socket, the port of the proxy, ports of this machine
// that the program reaches under the same number (with commas), `--`, the program. Old syntax, as in runtime.js.
"use strict";

const net = require("net");
const constants = require("os").constants;
const spawn = require("child_process").spawn;

const socket = process.argv[2] || "";
const proxyPort = Number(process.argv[3]);
const doors = (process.argv[4] || "").split(",").filter(Boolean).map(Number);
const program = process.argv.slice(6);

/**
 * @param {import("net").Socket} one
 * @param {import("net").Socket} other
 */
function join(one, other) {
  one.pipe(other);
  other.pipe(one);
}

/**
 * @param {import("net").Socket} near
 * @returns {import("net").Socket}
 */
function reach(near) {
  const far = net.connect(socket);
  near.on("error", function () {
    far.destroy();
  });
  far.on("error", function () {
    near.destroy();
  });
  near.on("close", function () {
    far.destroy();
  });
  far.on("close", function () {
    near.destroy();
  });
  return far;
}

/**
 * @param {number} port
 * @param {(near: import("net").Socket) => void} take
 * @returns {Promise<unknown>}
 */
function listen(port, take) {
  return new Promise(function (resolve, reject) {
    const server = net.createServer({ allowHalfOpen: true }, take);
    server.once("error", reject);
    server.listen(port, "127.0.0.1", function () {
      resolve(null);
    });
  });
}

/**
 * A door asks the broker for the port on this machine's loopback, as a client of the proxy would.
 *
 * @param {number} port
 * @returns {(near: import("net").Socket) => void}
 */
function doorTo(port) {
  return function (near) {
    const far = reach(near);
    let answer = Buffer.alloc(0);
    far.write("CONNECT 127.0.0.1:" + String(port) + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    far.on("data", function read(chunk) {
      answer = Buffer.concat([answer, chunk]);
      const end = answer.indexOf("\r\n\r\n");
      if (end === -1) return;
      far.off("data", read);
      far.pause();
      if (!/^HTTP\/1\.1 200 /.test(answer.toString("latin1", 0, 13))) {
        near.destroy();
        return;
      }
      near.write(answer.subarray(end + 4));
      join(near, far);
    });
  };
}

function run() {
  const child = spawn(program[0] || "", program.slice(1), { stdio: "inherit" });
  ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(/** @type {NodeJS.Signals} */ (signal));
    });
  });
  child.on("error", function (error) {
    process.stderr.write("tutti: " + error.message + "\n");
    process.exit(125);
  });
  child.on("exit", function (code, signal) {
    process.exit(signal === null ? (code === null ? 125 : code) : 128 + (constants.signals[signal] || 0));
  });
}

Promise.all(
  [
    listen(proxyPort, function (near) {
      join(near, reach(near));
    }),
  ].concat(
    doors.map(function (port) {
      return listen(port, doorTo(port));
    }),
  ),
).then(run, function (error) {
  process.stderr.write("tutti: the way to the network could not be opened: " + error.message + "\n");
  process.exit(125);
});
