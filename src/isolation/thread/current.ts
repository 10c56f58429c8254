import { type Answer, type Given, type TaskName, type Tasks, tasks } from "./tasks.ts";
import { type FilesThread, startFilesThread } from "./thread.ts";

/** Starting a thread costs as much as removing some ten small trees. */
const ownTasks = 16;
/** A thread that ends by itself is not tried for ever. */
const mostStarts = 3;

interface Lane {
  count: number;
  starts: number;
  thread: FilesThread | null;
}

/** Nothing that changes files goes before a look that something waits for. */
const changing: Lane = { count: 0, starts: 0, thread: null };
const looking: Lane = { count: 0, starts: 0, thread: null };
const lanes: Readonly<Record<TaskName, Lane>> = {
  remove: changing,
  salvage: changing,
  measure: changing,
  untouched: looking,
  workers: looking,
};

/** Done in a thread of this process once it has done a few such things itself. */
export async function inThread<Name extends TaskName>(name: Name, given: Given<Name>): Promise<Answer<Name>> {
  const lane = lanes[name];
  lane.count += 1;
  if (lane.thread?.isOver() !== false && lane.count > ownTasks && lane.starts < mostStarts) {
    lane.starts += 1;
    lane.thread = startFilesThread();
  }
  const answer = (await lane.thread?.ask(name, given)) ?? "lost";
  return answer === "lost" ? doHere(name, given) : answer;
}

function doHere<Name extends TaskName>(name: Name, given: Given<Name>): Promise<Answer<Name>> {
  return (tasks[name] as (given: Given<Name>) => ReturnType<Tasks[Name]>)(given) as Promise<Answer<Name>>;
}
