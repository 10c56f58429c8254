export interface PageProps {
  /** The parts of the address that the path names. */
  readonly params: Readonly<Record<string, string>>;
}
