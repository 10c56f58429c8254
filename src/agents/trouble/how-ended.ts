import type { HowEnded } from "../../process/process.ts";
import type { TroubleCode } from "../../sheet/trouble/trouble.ts";

/** Why a program could not even be started. */
export function codeOfRefusal({ reason, short }: Extract<HowEnded, { kind: "not-started" }>): TroubleCode {
  // The machine has too much on it: what helps against little memory helps here.
  if (short === true) return "E005";
  if (/could not be (?:opened|written)\b/.test(reason)) return "E604";
  if (/^there is no program\b/.test(reason)) return "E505";
  if (/\blarger than this system allows\b/.test(reason)) return "E602";
  return "E301";
}

export function codeOfSignal(signal: string, oom: boolean): TroubleCode {
  if (crashes.includes(signal)) return "E003";
  // Whoever frees memory asks politely first, where it is not the kernel.
  if (oom) return "E005";
  return interruptions.includes(signal) ? "E004" : "E002";
}

const crashes = ["SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP", "SIGSYS"];
const interruptions = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];

/** What an exit code alone says; `null`: no more than that the agent has an opinion. */
export function codeOfExit(code: number, { oom }: { readonly oom: boolean }): TroubleCode | null {
  // 126 and 127 are a shell's words for a program that it could not run. Which one that was is not known: the agent's
  // own was run.
  const signal = signals[code - 128];
  return signal === undefined ? null : codeOfSignal(signal, oom);
}

/** A wrapper tells the signal that ended its program as 128 and the number; these are the same on every system. */
const signals: Readonly<Record<number, string>> = {
  2: "SIGINT",
  4: "SIGILL",
  6: "SIGABRT",
  8: "SIGFPE",
  9: "SIGKILL",
  11: "SIGSEGV",
  15: "SIGTERM",
};
