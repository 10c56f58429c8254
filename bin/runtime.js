// Which Node runs Tutti. Old syntax and no "node:" names: Node 12 must be able to load this to say what is wrong with
// it.
"use strict";

const path = require("path");

exports.oldestNode = "22.13";

/** @param {string} version */
exports.isNewEnough = function (version) {
  return rank(version) >= rank(exports.oldestNode);
};

/**
 * Where the pinned Node is once `runtime/` is installed. It has a folder of its own, so that installing the rest can't delete the Node it runs on.
 *
 * @param {string} root
 * @param {{ platform: string, arch: string }} system
 */
exports.pinnedNode = function (root, system) {
  return path.join(root, "runtime", "node_modules", "node-" + system.platform + "-" + system.arch, "bin", "node");
};

/** One number for major and minor. @param {string} version */
function rank(version) {
  const parts = /^v?(\d+)\.(\d+)/.exec(version);
  return parts === null ? 0 : Number(parts[1]) * 1000 + Number(parts[2]);
}
