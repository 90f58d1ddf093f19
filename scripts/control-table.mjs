// Writes the tables of operations from their classes: what the control API, its document and its clients know of them.
import fs from "node:fs";
import { tableFile, TABLES } from "./control-table/file.mjs";

for (const each of TABLES) {
  const { file, text } = await tableFile(each);
  fs.writeFileSync(file, text);
}
