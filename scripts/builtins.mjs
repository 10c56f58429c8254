/**
 * Names of Node's own modules that are loaded at their first call: loading these modules takes 1 to 9 ms each, and most
 * commands call none of them. Only functions, and classes that are only constructed.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const late = {
  "node:child_process": ["execFile", "execFileSync", "spawn", "spawnSync", "default"],
  "node:crypto": ["createHash", "randomBytes", "randomInt", "randomUUID", "timingSafeEqual"],
  "node:fs/promises": ["access", "mkdir", "open", "readFile", "readdir", "realpath", "rename", "rm", "stat"],
  "node:readline": ["createInterface"],
  "node:readline/promises": ["createInterface"],
  "node:sqlite": ["DatabaseSync"],
  "node:timers/promises": ["setTimeout"],
};

/**
 * Takes Node's own modules without `import`, which reads every name that a module exports, and with that loads what most
 * of them need: streams and promises for `node:fs` alone. Half of what `tutti --help` takes beyond a bare Node.
 *
 * @returns {import("rolldown").Plugin}
 */
export function directBuiltins() {
  return {
    name: "direct-builtins",
    renderChunk: (code) => ({
      code: code.replaceAll(/^import (.+) from "(node:[^"]+)";$/gm, (_line, names, module) => taken(names, module)),
      map: null,
    }),
  };
}

/** One line, as the import was, so that source maps stay true. */
function taken(/** @type {string} */ names, /** @type {string} */ module) {
  const builtin = `process.getBuiltinModule("${module}")`;
  const [, whole, listed = ""] = /^(?:(?:\* as )?([\w$]+)(?:, )?)?(?:\{ (.+) \})?$/.exec(names) ?? [];
  const parts = listed === "" ? [] : listed.split(", ").map((part) => part.split(" as "));
  const isLate = (/** @type {string | undefined} */ name) => late[module]?.includes(name ?? "") === true;
  const [later, atOnce] = [parts.filter(([name]) => isLate(name)), parts.filter(([name]) => !isLate(name))];
  return [
    whole !== undefined && `const ${whole} = ${isLate("default") ? lateWhole(builtin) : builtin};`,
    atOnce.length > 0 && `const { ${atOnce.map((part) => part.join(": ")).join(", ")} } = ${builtin};`,
    ...later.map(([name = "", as = name]) => lateName(builtin, name, as)),
  ]
    .filter((statement) => statement !== false)
    .join(" ");
}

function lateName(/** @type {string} */ builtin, /** @type {string} */ name, /** @type {string} */ as) {
  const isClass = /^[A-Z]/.test(name);
  return `function ${as}(...given) { return ${isClass ? `new (${builtin}.${name})` : `${builtin}.${name}`}(...given); }`;
}

function lateWhole(/** @type {string} */ builtin) {
  return `new Proxy({}, { get: (_, name) => ${builtin}[name] })`;
}
