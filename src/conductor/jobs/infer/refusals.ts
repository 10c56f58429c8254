import { firstFew } from "../../../base/text.ts";
import { TuttiError } from "../../../base/error.ts";
import type { JobId } from "../../../base/ids.ts";

export function isRecorded(id: JobId): TuttiError {
  return new TuttiError("job.recorded", `${id} is in the database: there is nothing to infer`, {
    audience: "user",
    hint: `Go on with it: tutti resume ${id}`,
  });
}

/** `landed`: jobs that landed something here, newest last; they may be of other people's homes. */
export function nothingLost(landed: readonly string[]): TuttiError {
  const known = [...new Set(landed)].slice(-3);
  const hint =
    known.length === 0
      ? "tutti list shows the jobs there are."
      : `If it is one of these that landed here, name it, with its score: ${known.join(", ")}`;
  return new TuttiError(
    "job.unknown",
    "there is no trace of a job of this repository that the database does not have",
    { audience: "user", hint },
  );
}

export function noTrace(id: string): TuttiError {
  return new TuttiError("job.unknown", `there is no trace of a job ${JSON.stringify(id)}`, {
    audience: "user",
    hint: "Without a name, tutti resume --infer takes the newest that was lost.",
  });
}

export function noScore(id: JobId): TuttiError {
  return new TuttiError("job.no_score", `what ${id} was to do went with the database and its job.json`, {
    audience: "user",
    hint: `Name the score it was made of: tutti resume --infer ${id} --score FILE`,
  });
}

export function otherScore(id: JobId, strangers: readonly string[]): TuttiError {
  const names = strangers.map((sheet) => JSON.stringify(sheet));
  return new TuttiError("job.other_score", `${id} has sheets that this score does not have: ${firstFew(names, 3)}`, {
    audience: "user",
    hint: "Name the score as it was when the job began.",
  });
}
