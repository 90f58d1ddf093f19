import fs from "node:fs/promises";

/**
 * The text of a file that an option names.
 * @param option as on the command line, such as `--ca`
 * @throws Error naming option and path, with the words of the file system
 */
export async function namedFile(option: string, path: string): Promise<string> {
  try {
    return await fs.readFile(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${option}: expected a file that can be read, received ${path}: ${reason}`, {
      cause: error,
    });
  }
}
