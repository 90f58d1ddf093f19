// Writes the table of control's operations from its classes: what the control API, its document and its clients know of them.
import fs from "node:fs";
import { controlTable } from "./control-table/file.mjs";

const { file, text } = await controlTable();
fs.writeFileSync(file, text);
