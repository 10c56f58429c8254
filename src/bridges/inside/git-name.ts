/**
 * Whether some file system takes this name for `.git`: ones that ignore case, drop letters nobody sees (macOS), dots
 * and spaces at the end or what follows a colon (Windows). What is written here is checked out elsewhere.
 */
export function isGitName(step: string): boolean {
  const plain = (step.split(":")[0] ?? "")
    .replace(unseen, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[. ]+$/, "");
  return plain === ".git" || plain === "git~1";
}

const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
