// Generated sections in pages that people write.

/**
 * Replaces what stands between `<!-- <name>: generated -->` and `<!-- <name>: end -->`.
 * @throws {Error} when the page lacks the marks
 */
export function withSection(page, name, text) {
  const [begin, end] = [`<!-- ${name}: generated -->`, `<!-- ${name}: end -->`];
  const [before, rest, ...more] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined || more.length > 0) throw new Error(`expected "${begin}" and "${end}" once each`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}
