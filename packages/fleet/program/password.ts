import { namedFile } from "./named-file.js";

/** The variable that Lavalink itself takes its password from. */
const VARIABLE = "LAVALINK_SERVER_PASSWORD";

/**
 * The password, of a file or of the environment: on a command line every user of the machine could read it.
 * @param file its path; one newline at the end is none of the password
 * @throws Error when there is none, or the file cannot be read
 */
export async function givenPassword(
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const password =
    file === undefined
      ? environment[VARIABLE]
      : (await namedFile("--password-file", file)).replace(/\r?\n$/, "");
  if (password !== undefined && password !== "") return password;
  throw new Error(`expected a password: name a file that has it with --password-file, or set ${VARIABLE}`);
}
