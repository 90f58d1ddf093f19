/** Files that reach each other along their imports: each circle sorted, the largest first. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...graph.keys()].map((file) => [file, reachedFrom(graph, file)]));
  const circles = new Map<string, string[]>();
  for (const [file, others] of reached) {
    if (!others.has(file)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(file)).sort();
    circles.set(circle.join(), circle);
  }
  return [...circles.values()].sort((left, right) => right.length - left.length);
}

/** Everything along one import or more; the file itself only when it is in a circle. */
function reachedFrom(graph: ReadonlyMap<string, readonly string[]>, file: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(graph.get(file) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(graph.get(next) ?? []));
  }
  return reached;
}
