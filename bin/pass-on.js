// Runs a program in this one's place: same terminal, same signals, same end. Old syntax, as in runtime.js.
"use strict";

const spawn = require("child_process").spawn;

/**
 * @param {string} file
 * @param {string[]} args
 * @param {import("child_process").SpawnOptions} options
 */
exports.passOn = function (file, args, options) {
  // Listened for before there is a child: a signal that came in between would end this process and leave the child
  // behind.
  const forwarders = passedSignals().map(function (signal) {
    const forward = function () {
      child.kill(signal);
    };
    process.on(signal, forward);
    return { signal: signal, forward: forward };
  });
  // At a terminal, Ctrl-C reaches the child by itself; this process only has to outlive it.
  const stay = function () {};
  process.on("SIGINT", stay);
  const child = spawn(file, args, Object.assign({ stdio: "inherit" }, options));

  child.on("error", function (error) {
    process.stderr.write("cannot run " + file + ": " + error.message + "\n");
    process.exit(1);
  });
  child.on("exit", function (code, signal) {
    if (signal === null) process.exit(code === null ? 1 : code);
    process.removeListener("SIGINT", stay);
    forwarders.forEach(function (one) {
      process.removeListener(one.signal, one.forward);
    });
    process.kill(process.pid, signal);
  });
};

/**
 * Sent twice, an interrupt means "stop at once", so it is only passed on where no terminal does that.
 *
 * @returns {NodeJS.Signals[]}
 */
function passedSignals() {
  const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  return atTerminal ? ["SIGTERM", "SIGHUP"] : ["SIGINT", "SIGTERM", "SIGHUP"];
}
