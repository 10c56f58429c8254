import { count, days, gigabytes, orNull, size, truth } from "../kinds.ts";
import { entry, machine } from "./entry.ts";

/** How long files and records are kept. */
export const cleanupKeys = {
  "cleanup.age_days": entry(days, {
    ...machine,
    default: 7,
    variable: "TUTTI_CLEANUP_AGE_DAYS",
    about: "How long the context of a failed sheet stays after its last use.",
  }),
  "cleanup.keep_failed": entry(truth, {
    ...machine,
    default: true,
    variable: "TUTTI_KEEP_FAILED",
    applies: "restart",
    about: "Without it the context of a failed sheet goes at once; its snapshots stay either way.",
  }),
  "cleanup.max_contexts": entry(orNull(count(0, 999_999_999), "any"), {
    ...machine,
    default: null,
    variable: "TUTTI_CLEANUP_MAX_CONTEXTS",
    inVariable: { wanted: "a whole number, such as 20", readText: (text) => count(0, 999_999_999).readText(text) },
    about: "Contexts of failed sheets that are kept.",
  }),
  "cleanup.max_size": entry(orNull(size, "any"), {
    ...machine,
    default: null,
    variable: "TUTTI_CLEANUP_MAX_GB",
    inVariable: gigabytes,
    about: "The disk space that they may use together.",
  }),
  "cleanup.trash_days": entry(days, {
    ...machine,
    default: 1,
    variable: "TUTTI_TRASH_DAYS",
    about: "How long trash is kept.",
  }),
  "cleanup.trash_size": entry(size, {
    ...machine,
    default: 2e9,
    variable: "TUTTI_TRASH_GB",
    inVariable: gigabytes,
    about: "How much trash is kept.",
  }),
  "cleanup.history_days": entry(orNull(days, "any"), {
    ...machine,
    default: 180,
    variable: "TUTTI_CLEANUP_HISTORY_DAYS",
    about: "How long the journal keeps what happened in a job after its end; its plan, sheets and receipts stay.",
  }),
  "cleanup.logs_days": entry(orNull(days, "any"), {
    ...machine,
    default: 90,
    variable: "TUTTI_CLEANUP_LOGS_DAYS",
    about: "How long prompts and output of a job's attempts are kept after its end.",
  }),
  "cleanup.answers_days": entry(orNull(days, "any"), {
    ...machine,
    default: 30,
    variable: "TUTTI_CLEANUP_ANSWERS_DAYS",
    about: "How long the answer to a call with a key is kept; the same key has another effect after that.",
  }),
};
