/** A program for the shell of a cell, found already. */
export interface CellProgram {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** All of it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Standard error of programs; that of the shell itself, which reports signals there, goes nowhere. */
const complaints = 8;

/**
 * The first words to a shell. It kills all other processes that it sees after each program, so it goes on only as
 * process 1 of a namespace.
 */
export function greetingFor(name: string): string {
  return `[ $$ -eq 1 ] || exit 125; exec ${complaints}>&2 2>/dev/null; code=0; ${endSaid(name)}\n`;
}

/** Says the end of a program on both of its streams; no output of a program has it by chance. */
export function endMark(name: string): Buffer {
  return Buffer.from(`\0tutti ${name}`);
}

/**
 * The words by which a shell runs a program, kills what it left behind, and says its exit code. A dead process counts
 * until the shell has waited for it, as it does for any child of its own.
 */
export function orderFor({ argv, cwd, env }: CellProgram, name: string): string {
  const exported = Object.entries(env)
    .map(([variable, value]) => ` ${variable}=${quoted(value)}`)
    .join("");
  const steps = [
    `cd ${quoted(cwd)}`,
    ...(exported === "" ? [] : [`export${exported}`]),
    `exec ${argv.map(quoted).join(" ")} 2>&${complaints} ${complaints}>&-`,
  ];
  const empty = "while [ $$ -eq 1 ] && kill -s KILL -- -1; do (:); done";
  return `(${steps.join(" && ")}; exit 125) </dev/null; code=$?; ${empty}; ${endSaid(name)}\n`;
}

function endSaid(name: string): string {
  return `printf '\\000tutti %s %s\\n' ${name} "$code"; printf '\\000tutti %s\\n' ${name} >&${complaints}`;
}

/** Whether a shell can give a program exactly this environment and these arguments. */
export function isTellable({ argv, cwd, env }: CellProgram): boolean {
  return (
    Object.keys(env).every(canExport) && ![cwd, ...argv, ...Object.values(env)].some((word) => word.includes("\0"))
  );
}

/** Between these quotes a shell reads nothing but their end. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** Names that a shell uses for itself: it changes them, refuses values, or changes with them. */
const shellsOwn: ReadonlySet<string> = new Set(
  "BASHOPTS BASHPID BASH_ENV ENV EUID GROUPS IFS LINENO OLDPWD OPTARG OPTIND POSIXLY_CORRECT PPID PS1 PS2 PS4 PWD RANDOM SECONDS SHELLOPTS SHLVL UID _".split(
    " ",
  ),
);

function canExport(variable: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(variable) && !shellsOwn.has(variable);
}
