// A decision is found by its number or its title: the index has every record, and links to records lead to files.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { files, read, root } from "./sources.js";

const FOLDER = "docs/decisions";
const records = files(FOLDER, /\/\d{4}-[^/]*\.md$/).sort();
const rows = [...read(`${FOLDER}/README.md`).matchAll(/^\| \[(\d{4})\]\(([^)]+)\) +\| (.+?) +\|/gm)];

describe("decisions", () => {
  it("are all in the index, in order, under their titles", () => {
    const listed = rows.map(([, number, file, title]) => [`${FOLDER}/${file!}`, `# ${number!}: ${title!}`]);
    expect(records.length).toBeGreaterThan(50);
    expect(listed).toEqual(records.map((file) => [file, read(file).split("\n", 1)[0]]));
  });

  it.each(["docs", "bench"])("are linked by names that exist in %s", (folder) => {
    const broken = files(folder, /\.md$/).flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)\s]*\d{4}-[a-z0-9-]+\.md)\)/g)]
        .map(([, link]) => link!)
        .filter((link) => !fs.existsSync(path.join(root, path.dirname(file), link)))
        .map((link) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });
});
