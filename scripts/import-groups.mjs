// Rooms that are imported together, for the table in may-import.mjs.
export const decisions = ["base", "score", "sheet", "schedule", "chains", "triggers", "findings", "learning"];
export const machines = ["process", "lock", "git"];
export const useCase = [
  ...decisions,
  "git",
  "store",
  "isolation",
  "landing",
  "conductor",
  "api",
  "api/contract",
  "conductor/find",
  "conductor/report",
  "conductor/jobs",
];

export const landingForReal = [
  ...decisions,
  ...machines,
  "store",
  "isolation",
  "isolation/enter",
  "checks",
  "landing",
  "conductor",
  "conductor/equipment",
];
