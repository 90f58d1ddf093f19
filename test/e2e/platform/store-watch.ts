import { join } from "node:path";
import Database from "libsql";

/** Looks into a platform's database from outside, where nobody can tell it anything but what was committed. */
export class StoreWatch {
  readonly #db: Database.Database;
  #version: number;

  /** @param dataDir of a platform that runs */
  constructor(dataDir: string) {
    this.#db = new Database(join(dataDir, "platform.db"), { readonly: true });
    this.#version = this.#read();
  }

  /** Whether anything was written since the last call, even if it is the same as before. */
  hasChanged(): boolean {
    const before = this.#version;
    this.#version = this.#read();
    return this.#version !== before;
  }

  close(): void {
    this.#db.close();
  }

  #read(): number {
    return (this.#db.prepare("PRAGMA data_version").get() as { data_version: number }).data_version;
  }
}
