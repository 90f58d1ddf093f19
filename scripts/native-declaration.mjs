// Writes the TypeScript declaration of native settings, statistics and phases from the tables in native/core (*.def).
import fs from "node:fs";
import { declarations } from "./native-declaration/files.mjs";

for (const { file, text } of await declarations()) fs.writeFileSync(file, text);
