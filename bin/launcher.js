// Starts programs for a process of Tutti that has grown: a start copies the tables of the memory in use, so it is cheap
// here and slow there. It speaks the frames of src/process/launcher/frames.ts on descriptor 3 and ends with it. Old
// syntax, as in runtime.js.
"use strict";

const fs = require("fs");
const net = require("net");
const path = require("path");
const spawn = require("child_process").spawn;

/** @typedef {import("child_process").ChildProcess} ChildProcess */
/** @typedef {import("../src/process/launcher/frames.ts").LaunchOrder} LaunchOrder */

const headBytes = 9;
const heard = { start: 1, go: 2, cut: 3 };
const said = { started: 1, refused: 2, stdout: 3, stderr: 4, stdoutEnd: 5, stderrEnd: 6, exit: 7 };
/** With more than this unread on the other side, programs wait for it, so that memory stays bounded. */
const mostUnread = 1024 * 1024;

/** Running programs by the number of their order. */
/** @type {Map<number, { child: ChildProcess, isGit: boolean }>} */
const running = new Map();
/** Orders whose sockets are not all taken yet. */
/** @type {Map<number, () => void>} */
const waiting = new Map();
/** Where the other side takes sockets. */
const listener = process.argv[2] || "";

closeInherited();

// The process that it serves decides when both end: a signal to all of a session or a service must not end this first.
["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"].forEach(function (signal) {
  process.on(signal, function () {});
});
const control = new net.Socket({ fd: 3, readable: true, writable: true });
control.on("data", frameReader(hear));
control.on("drain", function () {
  eachOutput(function (stream) {
    stream.resume();
  });
});
control.on("error", function () {});
control.on("close", end);

/** A descriptor that the shell of a person left open would be open in every program from here. */
function closeInherited() {
  const folder = "/proc/self/fd";
  (fs.existsSync(folder) ? fs.readdirSync(folder) : []).map(Number).forEach(function (descriptor) {
    attempt(function (file) {
      const flags = /^flags:\s*([0-7]+)/m.exec(fs.readFileSync(file, "utf8"));
      const closesOnExec = 524288;
      if (descriptor > 3 && flags !== null && (parseInt(flags[1] || "", 8) & closesOnExec) === 0)
        fs.closeSync(descriptor);
    }, "/proc/self/fdinfo/" + String(descriptor));
  });
}

/**
 * @param {(kind: number, id: number, payload: Buffer) => void} take
 * @returns {(chunk: Buffer) => void}
 */
function frameReader(take) {
  /** @type {Buffer[]} */
  let pieces = [];
  let length = 0;
  let wanted = headBytes;
  return function (chunk) {
    pieces.push(chunk);
    length += chunk.length;
    if (length < wanted) return;
    let rest = pieces.length === 1 ? chunk : Buffer.concat(pieces, length);
    for (wanted = wantedOf(rest); rest.length >= wanted; wanted = wantedOf(rest)) {
      take(rest.readUInt8(4), rest.readUInt32LE(5), rest.subarray(headBytes, wanted));
      rest = rest.subarray(wanted);
    }
    pieces = [rest];
    length = rest.length;
  };
}

function wantedOf(/** @type {Buffer} */ bytes) {
  return bytes.length < headBytes ? headBytes : headBytes + bytes.readUInt32LE(0);
}

/**
 * Frames of one turn go out together.
 *
 * @param {number} kind
 * @param {number} id
 * @param {Buffer} payload
 */
function say(kind, id, payload) {
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUInt32LE(payload.length, 0);
  head.writeUInt8(kind, 4);
  head.writeUInt32LE(id, 5);
  if (control.writableCorked === 0) {
    control.cork();
    setImmediate(function () {
      control.uncork();
    });
  }
  control.write(head);
  control.write(payload);
}

/**
 * @param {number} kind
 * @param {number} id
 * @param {Buffer} payload
 */
function hear(kind, id, payload) {
  if (kind === heard.go) {
    const go = waiting.get(id);
    if (go !== undefined) go();
  } else if (kind === heard.cut) {
    const cut = running.get(id);
    if (cut !== undefined) cutOff(cut.child);
  } else {
    const orderBytes = payload.readUInt32LE(0);
    const order = JSON.parse(payload.toString("utf8", 4, 4 + orderBytes));
    const input = Buffer.from(payload.subarray(4 + orderBytes));
    if (order.sockets.length === 0) start(id, order, { input: input, sockets: [] });
    else connectAll(id, order);
  }
}

/**
 * Starts the program once the other side has every socket: where it has no room for one, nothing must run.
 *
 * @param {number} id
 * @param {LaunchOrder} order
 */
function connectAll(id, order) {
  let isOver = false;
  /** @type {net.Socket[]} */
  const sockets = [];
  const refuse = function (/** @type {string} */ code) {
    if (isOver) return;
    isOver = true;
    waiting.delete(id);
    sockets.forEach(drop);
    tellRefusal(id, { code: code, syscall: "connect" });
  };
  order.sockets.forEach(function (position) {
    const socket = net.connect(listener);
    sockets[position] = socket;
    socket.on("error", function (/** @type {NodeJS.ErrnoException} */ error) {
      // Connected and then closed: the other side had no descriptor left.
      refuse(error.syscall === "connect" && error.code ? error.code : "EMFILE");
    });
    // Read, or its end is not seen; nothing is said to it before the program runs.
    socket.resume();
    socket.on("close", function () {
      refuse("EMFILE");
    });
    socket.write(order.secret + String(id).padStart(10, "0") + String(position));
  });
  waiting.set(id, function () {
    if (isOver) return;
    isOver = true;
    waiting.delete(id);
    start(id, order, { input: Buffer.alloc(0), sockets: sockets });
    sockets.forEach(drop);
  });
}

function drop(/** @type {net.Socket} */ socket) {
  socket.destroy();
}

/**
 * @param {number} id
 * @param {LaunchOrder} order
 * @param {{ input: Buffer, sockets: readonly net.Socket[] }} streams
 */
function start(id, order, streams) {
  /** @type {number | null} */
  let file = null;
  try {
    if (order.inputPath !== null) file = fs.openSync(order.inputPath, "r");
    const stdin = streams.sockets[0] || (file === null ? (order.hasInput ? "pipe" : "ignore") : file);
    const child = spawn(order.argv[0], order.argv.slice(1), {
      cwd: order.cwd,
      env: order.env,
      detached: true,
      stdio: [stdin, streams.sockets[1] || "pipe", streams.sockets[2] || "pipe"],
    });
    child.on("error", function (/** @type {NodeJS.ErrnoException} */ error) {
      if (child.pid === undefined) tellRefusal(id, error);
    });
    if (child.pid !== undefined) follow(id, child, { order: order, input: streams.input });
  } catch (error) {
    tellRefusal(id, /** @type {NodeJS.ErrnoException} */ (error));
  } finally {
    if (file !== null) fs.closeSync(file);
  }
}

/**
 * @param {number} id
 * @param {ChildProcess} child
 * @param {{ order: LaunchOrder, input: Buffer }} given
 */
function follow(id, child, given) {
  running.set(id, { child: child, isGit: given.order.isGit });
  const pid = Buffer.allocUnsafe(4);
  pid.writeUInt32LE(child.pid || 0, 0);
  say(said.started, id, pid);
  if (child.stdin !== null) {
    // A program need not read its input.
    child.stdin.on("error", function () {});
    child.stdin.end(given.input);
  }
  pass(id, child.stdout, said.stdout);
  pass(id, child.stderr, said.stderr);
  child.on("exit", function (code, signal) {
    say(said.exit, id, Buffer.from(JSON.stringify({ code: code, signal: signal })));
  });
  child.on("close", function () {
    running.delete(id);
  });
}

/**
 * @param {number} id
 * @param {import("stream").Readable | null} stream
 * @param {number} kind of a chunk; that of its end is the next but one
 */
function pass(id, stream, kind) {
  if (stream === null) return;
  stream.on("data", function (chunk) {
    say(kind, id, chunk);
    if (control.writableLength > mostUnread)
      eachOutput(function (output) {
        output.pause();
      });
  });
  stream.on("error", function () {});
  stream.on("close", function () {
    say(kind + 2, id, Buffer.alloc(0));
  });
}

function eachOutput(/** @type {(stream: import("stream").Readable) => void} */ call) {
  running.forEach(function (one) {
    [one.child.stdout, one.child.stderr].forEach(function (stream) {
      if (stream !== null) call(stream);
    });
  });
}

function cutOff(/** @type {ChildProcess} */ child) {
  [child.stdin, child.stdout, child.stderr].forEach(function (stream) {
    if (stream !== null) stream.destroy();
  });
}

/**
 * @param {number} id
 * @param {{ code?: string | undefined, syscall?: string | undefined }} error
 */
function tellRefusal(id, error) {
  say(said.refused, id, Buffer.from(JSON.stringify({ code: error.code, syscall: error.syscall })));
}

/** The other side is gone. What works for it ends; git holds locks and may finish. */
function end() {
  running.forEach(function (one) {
    if (!one.isGit && one.child.exitCode === null && one.child.signalCode === null) killGroup(one.child.pid || 0);
  });
  attempt(fs.unlinkSync, listener);
  attempt(fs.rmdirSync, path.dirname(listener));
  process.exit(0);
}

function killGroup(/** @type {number} */ pid) {
  try {
    if (pid > 0) process.kill(-pid, "SIGKILL");
  } catch (error) {
    // It has just ended.
  }
}

/**
 * @param {(path: string) => void} remove
 * @param {string} file
 */
function attempt(remove, file) {
  try {
    remove(file);
  } catch (error) {
    // The other side did so.
  }
}
