import { TuttiError } from "../../base/error.ts";

export function unknownJob(id: string): TuttiError {
  return new TuttiError("job.unknown", `there is no job ${id}`, {
    audience: "user",
    hint: "tutti list shows the jobs there are; tutti resume --infer rebuilds one that the database has lost.",
  });
}
