import type Database from "libsql";
import type { Searched } from "./store.js";
import { TERM_SCHEMA, TermIndex } from "./term-index.js";

/** Snowflakes are compared as strings: the longer one is greater. */
export const INDEX_TABLE = `
  CREATE TABLE record_index (
    collection TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, id TEXT NOT NULL
  );
  CREATE UNIQUE INDEX record_index_by_value ON record_index (collection, name, value, length(id), id);
  CREATE INDEX record_index_by_id ON record_index (collection, id);
`;

/** Makes the next format of a database, inside a transaction. */
export interface Upgrade {
  /** What takes long, with the number of records that it concerns; for the operator, before it begins. */
  readonly says?: (db: Database.Database, searched: Searched) => string | undefined;
  run(db: Database.Database, by: UpgradeParts): void;
}

/** Keeps bytes outside the database. @returns their SHA-256, hex, and their number; undefined: there is no place for them */
export type MoveOut = (bytes: Uint8Array) => { readonly hash: string; readonly size: number } | undefined;

/** What a step may need besides the database. */
export interface UpgradeParts {
  readonly searched: Searched;
  readonly moveOut?: MoveOut;
}

/** Longer lists of values are sorted by the ids behind them, so that a page of them comes from the index. */
const LISTS_WITH_PAGES: Upgrade = {
  run: (db) =>
    db.exec(`ALTER TABLE record_index RENAME TO former_index;
      DROP INDEX record_index_by_id;
      ${INDEX_TABLE}
      INSERT INTO record_index SELECT collection, name, value, id FROM former_index;
      DROP TABLE former_index;`),
};

/** Searched records have terms, and pins and members of private threads the indexes that once came without a new format. */
const TERMS: Upgrade = {
  says: (db, searched) => {
    const { count } = db.prepare(COUNT).get(searched.collection) as { count: number };
    return count === 0
      ? undefined
      : `${count} messages are indexed for search, which takes about 5 s for 100,000`;
  },
  run: (db, { searched }) => {
    db.exec(TERM_SCHEMA + PIN_TIMES + PRIVATE_MEMBERS);
    new TermIndex(db, searched).fill(recordsOf(db, searched.collection));
  },
};

const COUNT = "SELECT count(*) AS count FROM record WHERE collection = ?";

/** As pins and members of threads were when this format was new; later forms of them change nothing here. */
const PIN_TIMES = `
  INSERT OR IGNORE INTO record_index
    SELECT 'pin', 'time',
      json_extract(body, '$.channelId') || ':' || printf('%016d', json_extract(body, '$.pinnedAt')), id
    FROM record WHERE collection = 'pin';`;
const PRIVATE_MEMBERS = `
  UPDATE record SET body = json_set(body, '$.isPrivate', json('true'))
    WHERE collection = 'thread-member' AND EXISTS (
      SELECT 1 FROM record AS thread
      WHERE thread.collection = 'thread' AND thread.id = json_extract(record.body, '$.threadId')
        AND json_extract(thread.body, '$.type') = 12);
  DELETE FROM record_index WHERE collection = 'thread-member' AND name = 'joined';
  INSERT OR IGNORE INTO record_index
    SELECT 'thread-member', 'private',
      json_extract(body, '$.parentId') || ':' || json_extract(body, '$.userId'), id
    FROM record WHERE collection = 'thread-member' AND json_extract(body, '$.isPrivate');`;

interface BodyRow {
  readonly id: string;
  readonly body: string;
}

const AT_ONCE = 1000;

/** Read in portions, because others are written meanwhile. */
function* recordsOf(
  db: Database.Database,
  collection: string,
): Generator<readonly [id: string, record: unknown]> {
  const portion = db.prepare(
    `SELECT id, body FROM record WHERE collection = ? AND id > ? ORDER BY id LIMIT ${AT_ONCE}`,
  );
  for (let rows: BodyRow[] = [], last = ""; ; last = rows.at(-1)?.id ?? "") {
    rows = portion.all(collection, last) as BodyRow[];
    for (const { id, body } of rows) yield [id, JSON.parse(body)];
    if (rows.length < AT_ONCE) return;
  }
}

/** The collection of files. */
const FILES = "file";

/**
 * The bytes of files leave their records. They are safe before the step is: one that is cut off has changed no record, and the next one
 * finds what is there already under the same names.
 */
const FILES_OUTSIDE: Upgrade = {
  says: (db) => {
    const { count } = db.prepare(COUNT).get(FILES) as { count: number };
    return count === 0 ? undefined : `${count} files move out of the database into a folder beside it`;
  },
  run: (db, { moveOut }) => {
    const body = db.prepare("SELECT body FROM record WHERE collection = ? AND id = ?");
    const change = db.prepare("UPDATE record SET body = ? WHERE collection = ? AND id = ?");
    const index = db.prepare("INSERT OR IGNORE INTO record_index VALUES (?, 'hash', ?, ?)");
    // One at a time: each may have a hundred megabytes.
    for (const { id } of db.prepare("SELECT id FROM record WHERE collection = ?").all(FILES) as BodyRow[]) {
      const { data, ...file } = JSON.parse((body.get(FILES, id) as BodyRow).body) as { data: string };
      const content = moveOut?.(Buffer.from(data, "base64"));
      if (content === undefined) throw new Error("There is no folder for the files of this database.");
      change.run(JSON.stringify({ ...file, ...content }), FILES, id);
      index.run(FILES, content.hash, id);
    }
  },
};

/** From the oldest format that can be read. */
export const UPGRADES: readonly Upgrade[] = [LISTS_WITH_PAGES, TERMS, FILES_OUTSIDE];
