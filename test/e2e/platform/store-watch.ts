import { join } from "node:path";
import Database from "libsql";

/** Reads a platform's database from outside, so that it sees committed data only. */
export class StoreWatch {
  readonly #db: Database.Database;
  #version: number;

  /** @param dataDir of a running platform */
  constructor(dataDir: string) {
    this.#db = new Database(join(dataDir, "platform.db"), { readonly: true });
    this.#version = this.#read();
  }

  /** Whether there were writes since the last call, even of unchanged data. */
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
