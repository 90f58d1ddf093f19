/**
 * Weaves mutants into their source, each behind a switch: `globalThis.sdkppMutant` is the id of the one that is on.
 * @param mutants of `list.mjs`, with an `id`
 */
export function weave(text, mutants) {
  const inOrder = [...mutants].sort((a, b) => a.start - b.start || b.end - a.end || a.id - b.id);
  return woven(text, 0, text.length, inOrder);
}

function woven(text, start, end, mutants) {
  let out = "";
  let at = start;
  for (let next = 0; next < mutants.length;) {
    const outer = mutants[next];
    const inner = mutants.slice(next + 1).filter((one) => one.start < outer.end);
    const body = woven(text, outer.start, outer.end, inner);
    out += text.slice(at, outer.start) + SWITCHED[outer.form](outer, body);
    at = outer.end;
    next += 1 + inner.length;
  }
  return out + text.slice(at, end);
}

const isOn = ({ id }) => `globalThis.sdkppMutant === ${String(id)}`;

const SWITCHED = {
  expression: (mutant, body) => `(${isOn(mutant)} ? (${mutant.mutated}) : (${body}))`,
  // In a block: an else behind the statement stays with the condition before it.
  statement: (mutant, body) => `{ if (!(${isOn(mutant)})) { ${body} } }`,
  property: (mutant, body) => `...(${isOn(mutant)} ? {} : ${spread(body)})`,
};

const spread = (body) => (body.startsWith("...") ? body.slice(3) : `{ ${body} }`);
