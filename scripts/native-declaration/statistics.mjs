// The TypeScript declaration of the statistics tables.
import { docComment, GENERATED } from "./comment.mjs";
import { readTable, unquoted } from "./table.mjs";

const ROWS = {
  COUNTER: ([, name]) => ({ name, type: "number" }),
  GAUGE: ([, , name]) => ({ name, type: "number" }),
  GROUP: ([type, , name]) => ({ name, type }),
  INTERNAL_COUNTER: () => undefined,
};

function property({ name: row, doc, args }) {
  const shown = ROWS[row](args);
  return shown === undefined ? [] : [`${docComment(doc)}${unquoted(shown.name)}: ${shown.type};`];
}

function declaration({ name, doc, args: [struct, rows] }) {
  if (name !== "STATISTICS" || !Array.isArray(rows))
    throw new Error(`Expected STATISTICS with rows but found ${name}`);
  return `${docComment(doc)}export interface ${struct} {\n${rows.flatMap(property).join("\n")}\n}\n`;
}

/** @param {string[]} tables texts of the .def files */
export function statisticsDeclaration(tables) {
  const all = tables.flatMap((text) => readTable(text, Object.keys(ROWS)));
  return `${GENERATED("the statistics tables")}\n${all.map(declaration).join("\n")}`;
}
