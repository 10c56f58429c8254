/** Above this a single file is left where it is and listed. */
export const largestFile = 256 * 1024 * 1024;
