import type { NatsOptions } from "../bus/address.js";
import { namedFile } from "./named-file.js";

/** The variables that have secrets: on a command line every user of the machine could read them. */
const KEY = "SDKPP_FLEET_KEY";
const [USER, PASSWORD, TOKEN] = ["NATS_USER", "NATS_PASSWORD", "NATS_TOKEN"];

/** The options that every command of a fleet has. */
export interface FleetWords {
  readonly nats: string[];
  readonly natsCa?: string;
  readonly insecure?: boolean;
  readonly keyFile?: string;
  readonly fleet: string;
}

/** Of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws Error when a file cannot be read */
export async function natsOptions(words: FleetWords, environment: Environment): Promise<NatsOptions> {
  const { [USER]: user, [PASSWORD]: pass, [TOKEN]: token } = environment;
  return {
    servers: words.nats,
    insecure: words.insecure ?? false,
    ...(user !== undefined && { user }),
    ...(pass !== undefined && { pass }),
    ...(token !== undefined && { token }),
    ...(words.natsCa !== undefined && { ca: await namedFile("--nats-ca", words.natsCa) }),
  };
}

/** The fleet key, of a file or of the environment: hexadecimal digits. @throws Error when there is none; it never has the key */
export async function givenKey(words: FleetWords, environment: Environment): Promise<Uint8Array> {
  const text = words.keyFile === undefined ? environment[KEY] : await namedFile("--key-file", words.keyFile);
  if (text === undefined)
    throw new Error(
      `expected a fleet key: name a file that has it with --key-file, or set ${KEY}; make one with "openssl rand -hex 32"`,
    );
  const digits = text.trim();
  if (/^([0-9a-f]{2})+$/i.test(digits)) return Buffer.from(digits, "hex");
  throw new Error(
    `fleet key: expected hexadecimal digits, received ${String(digits.length)} other characters`,
  );
}
