import { type Seal, isUntouched } from "../../base/files/untouched.ts";
import { type Worker, readWorkers } from "../../process/tree/working-folders.ts";
import { removePlain } from "../cleanup/remove-plain.ts";
import { type FolderUse, measureUse } from "../disk/measure.ts";
import { type Salvaged, type UsedTree, salvage } from "../pool/salvage.ts";

/** Work on many files, each step of which may wait for the disk. Done twice, it says the same or does less. */
export const tasks = {
  remove: (path: string): Promise<boolean> => removePlain(Buffer.from(path)),
  untouched: (seal: Seal): Promise<boolean> => isUntouched(seal),
  measure: (path: string): Promise<FolderUse> => measureUse(path),
  workers: (): Promise<readonly Worker[] | null> => Promise.resolve(readWorkers()),
  salvage: ({ used, into }: { readonly used: UsedTree; readonly into: string }): Promise<Salvaged | undefined> =>
    salvage(used, into),
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
export type Given<Name extends TaskName> = Parameters<Tasks[Name]>[0];
export type Answer<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

export interface TaskOrder {
  readonly id: number;
  readonly name: TaskName;
  readonly given: unknown;
}

export type TaskEnd = { readonly id: number } & ({ readonly answer: unknown } | { readonly isLost: true });
