import type { FileAccess, OpenFile } from "./sound-file.js";

/** "wx": a new file, and one that exists is an error; "r+": one that exists. */
type Flags = "wx" | "r+";

/** Opens a file of the system, with its first bytes. */
export const openFile = async (path: string, flags: Flags = "wx"): Promise<FileAccess> => {
  const { open } = await import("node:fs/promises");
  const handle = await open(path, flags);
  return {
    write: async (bytes, position) => {
      for (let done = 0; done < bytes.length;)
        done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
    },
    truncate: (length) => handle.truncate(length),
    close: () => handle.close(),
  };
};

/** A file that is opened when something is written. */
export function lazyFile(path: string, open: OpenFile): FileAccess {
  let opened: Promise<FileAccess> | undefined;
  const file = (): Promise<FileAccess> => (opened ??= open(path));
  return {
    write: async (bytes, position) => (await file()).write(bytes, position),
    truncate: async (length) => (await file()).truncate(length),
    close: async () => (await file()).close(),
  };
}
