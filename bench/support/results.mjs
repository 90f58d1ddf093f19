// Measurements of a run, kept in results.json; RESULTS.md and the picture are drawn from it.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

export const short = (value) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/**
 * The goals of a bench, each with its verdict: `peerRatio` × peer, `leanPeerRatio` × lean peer, `floorRatio` × floor (and
 * `floorPlus`), `limit` (its words; the floor computes it), `absolute`,
 * `absoluteOnNode20`; and `also`, goals of other values that our side gives: `of`
 * that key, `most`, or `peerRatio` × peer. A goal whose floor or peer was not measured is not reached.
 */
export function goals(about, { ours, oldest, peer, leanPeer, floor, limit, values = {} }) {
  const {
    peerRatio,
    leanPeerRatio,
    floorRatio,
    floorPlus = 0,
    absolute,
    absoluteOnNode20,
    also = [],
  } = about;
  const all = [];
  const goal = (text, limit, value = ours) => all.push({ text, isReached: value <= limit });
  if (peerRatio !== undefined) goal(`≤ ${short(peerRatio)} × peer`, peer * peerRatio);
  if (leanPeerRatio !== undefined) goal(`≤ ${short(leanPeerRatio)} × lean peer`, leanPeer * leanPeerRatio);
  if (floorRatio !== undefined)
    goal(
      `≤ ${short(floorRatio)} × floor${floorPlus === 0 ? "" : ` + ${short(floorPlus)}`}`,
      floor * floorRatio + floorPlus,
    );
  if (about.limit !== undefined) goal(`≤ ${about.limit}`, limit);
  if (absolute !== undefined) goal(`≤ ${short(absolute)}`, absolute);
  if (absoluteOnNode20 !== undefined)
    goal(`≤ ${short(absoluteOnNode20)} on Node 20`, absoluteOnNode20, oldest);
  for (const { of, title, most, peerRatio: ratio } of also)
    goal(
      ratio === undefined ? `${title} ≤ ${most}` : `${title} ≤ ${short(ratio)} × peer`,
      most ?? peer * ratio,
      values[of],
    );
  return all;
}

const COLUMNS = [
  "Work",
  "ours",
  "on Node 20",
  "peer",
  "floor",
  "ours / peer",
  "ours / floor",
  "to reach",
  "reached",
  "notes",
];

function cells(result) {
  const { name, about, ours, oldest, peer, floor, notes } = result;
  const withUnit = (value) => (value == null ? "–" : `${short(value)} ${about.unit}`);
  const over = (value) => (value == null ? "–" : short(ours / value));
  const all = goals(about, result);
  const missed = all.filter(({ isReached }) => !isReached).map(({ text }) => text);
  return [
    `${about.title} (\`${name}\`)`,
    ...[ours, oldest, peer, floor].map(withUnit),
    over(peer),
    over(floor),
    all.map(({ text }) => text).join(" and ") || "–",
    all.length === 0 ? "–" : missed.length === 0 ? "yes" : `no: ${missed.join(", ")}`,
    notes.join("; "),
  ];
}

const line = (texts) => `| ${texts.join(" | ")} |`;

/** One row of the table. */
export const row = (result) => line(cells(result));

/** The results of earlier runs with these in place of theirs. */
export function merged(before, results) {
  const fresh = new Map(results.map((result) => [result.name, result]));
  const kept = before.map((result) => {
    const replaced = fresh.get(result.name) ?? result;
    fresh.delete(result.name);
    return replaced;
  });
  return [...kept, ...fresh.values()];
}

const TEXT = "<!-- by hand from here on -->";

/** RESULTS.md with this table; the text by hand is kept. */
export function page(before, results) {
  const at = before.indexOf(TEXT);
  const text = at < 0 ? `${TEXT}\n` : before.slice(at);
  const head = "# Results\n\nWritten by `npm run bench`; the text below the table is by hand.";
  const table = [line(COLUMNS), line(COLUMNS.map(() => "---")), ...results.map(row)].join("\n");
  return [head, table, text].join("\n\n");
}
