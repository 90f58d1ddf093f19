// Writes the tables of operations from their classes: what the control API, its document and its clients know of them.
import fs from "node:fs";
import { tableFile, TABLES } from "./control-table/file.mjs";
import { seedSchema } from "./control-table/seed-schema.mjs";

const tables = TABLES.map(tableFile);
for (const { file, text } of [...(await Promise.all(tables)), ...(await seedSchema())])
  fs.writeFileSync(file, text);
