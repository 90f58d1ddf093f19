// Reads the XML that test runners write: elements and attributes. Text, comments and CDATA are skipped. Anything
// else (a document type, an unclosed element) is an error: a result file that was cut off must not count as good.

/**
 * @typedef {{ name: string, attributes: Record<string, string>, children: Element[] }} Element
 */

const PART =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<\/(?<close>[\w:.-]+)\s*>|<(?<open>[\w:.-]+)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|[^<]+/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** @param {string} text */
function unescaped(text) {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return NAMED[name] ?? entity;
  });
}

function attributesOf(text) {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(([, name, double, single]) => [
    name,
    unescaped(double ?? single),
  ]);
  return Object.fromEntries(pairs);
}

/**
 * @param {string} text
 * @returns {Element} the root
 * @throws {Error} naming the place where the text is no XML of this kind
 */
export function readXml(text) {
  const document = { name: "", attributes: {}, children: [] };
  const open = [document];
  PART.lastIndex = 0;
  for (let at = 0; at < text.length; at = PART.lastIndex) {
    PART.lastIndex = at;
    const groups = PART.exec(text)?.groups;
    if (groups === undefined)
      throw new Error(`Unexpected XML at character ${String(at)}: ${text.slice(at, at + 40)}`);
    if (groups.close !== undefined) {
      const { name } = open.pop();
      if (name !== groups.close) throw new Error(`Expected </${name}> but found </${groups.close}>`);
    } else if (groups.open !== undefined) {
      const element = { name: groups.open, attributes: attributesOf(groups.attributes), children: [] };
      open.at(-1).children.push(element);
      if (groups.empty === "") open.push(element);
    }
  }
  const [root, ...more] = document.children;
  if (open.length !== 1) throw new Error(`Expected </${open.at(-1).name}> but found the end`);
  if (root === undefined || more.length > 0) throw new Error("Expected one root element");
  return root;
}
