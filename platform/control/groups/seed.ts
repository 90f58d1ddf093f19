import { done } from "../../domain/rules/outcome.js";
import { text } from "../../guard/arguments.js";
import { exportSeed } from "../seeding/exporter.js";
import { importSeed, type Imported } from "../seeding/importer.js";
import { seedOfText } from "../seeding/source.js";
import type { RuleParts } from "../settling.js";

const LINE = "# yaml-language-server: $schema=node_modules/@sdkpp/platform/seed.schema.json";

/** The contents of a platform as a file that people write: users, applications, friendships, servers, lobbies, things for sale. */
export class ControlSeed {
  readonly #parts: RuleParts;

  /** @internal */
  constructor(parts: RuleParts) {
    this.#parts = parts;
  }

  /**
   * Makes what a seed names and does not exist yet; the rest stays as it is. All of it is made, or nothing.
   * @param yaml the text of the seed, YAML or JSON, at most 1 MiB; on the command line the path of its file
   * @param name what errors call it; default: seed
   * @returns how many things were made, and the ids of all that it names, such as `users/ada` and `guilds/Home/channels/general`
   * @throws {RangeError} with the line and the place in the seed, for what is wrong with it or contradicts what exists
   */
  async import(yaml: string, name = "seed"): Promise<Imported> {
    text("name", name, 1);
    const source = await seedOfText(name, text("yaml", yaml));
    const { world, publisher } = this.#parts;
    return publisher.settle<Imported, never>(() => {
      const { facts, ...imported } = importSeed(world, source);
      return done(imported, facts);
    });
  }

  /**
   * Writes a seed from which an empty platform gets the same names and structure: messages, tokens, secrets and guests stay out.
   * @returns YAML
   * @throws {RangeError} when two users, applications or servers have the same name
   */
  async export(): Promise<string> {
    const { stringify } = await import("yaml");
    return `${LINE}\n${stringify(exportSeed(this.#parts.world), { aliasDuplicateObjects: false, lineWidth: 0 })}`;
  }
}
