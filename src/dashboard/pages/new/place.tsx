import type { ReactNode } from "react";

interface PlaceProps {
  readonly folder: string;
  /** Repositories of earlier jobs. */
  readonly known: readonly string[];
  readonly setFolder: (folder: string) => void;
}

/** In which repository the job works: one of an earlier job's, or any other folder by its path. */
export function Place({ folder, known, setFolder }: PlaceProps): ReactNode {
  return (
    <label>
      <span className="strong">Repository</span> <span className="faint">its folder on this machine</span>
      <input
        className="mono"
        list="new-folders"
        required={true}
        value={folder}
        onChange={({ target }) => setFolder(target.value)}
      />
      <datalist id="new-folders">
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </label>
  );
}
