export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const short = (value) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** One line of the table. */
export function row({ name, about, ours, peer, extra, runs, others, load, isBusy }) {
  const ratio = peer === undefined ? undefined : ours / peer;
  const goals = [];
  const misses = [];
  const goal = (text, isReached) => {
    goals.push(text);
    if (!isReached) misses.push(text);
  };
  if (about.peerRatio !== undefined) goal(`≤ peer × ${short(about.peerRatio)}`, ratio <= about.peerRatio);
  if (about.limitRatio !== undefined)
    goal(`≤ ${short(about.limit * about.limitRatio)}`, ours <= about.limit * about.limitRatio);
  if (about.absolute !== undefined) goal(`≤ ${short(about.absolute)}`, ours <= about.absolute);
  const notes = [
    ...extra.said,
    extra.ownPacingP95 !== undefined && `own counter p95 ${short(extra.ownPacingP95)} ms`,
    extra.wakeUpError !== undefined && `host's wake-up error p95 ${short(extra.wakeUpError)} ms`,
    extra.megabytes !== undefined &&
      `memory ${short(extra.megabytes)} MB, peer ${short(extra.peerMegabytes)} MB`,
    runs < 5 && `${String(runs)} runs`,
    `others used ${(others * 100).toFixed(0)} % of the processors, load ${load.toFixed(1)}`,
    isBusy && about.isPacing && "**machine not idle: does not count**",
  ].filter(Boolean);
  const limit = about.limit === undefined ? "–" : `${short(about.limit)} (${short(ours / about.limit)} ×)`;
  const verdict = goals.length === 0 ? "–" : misses.length === 0 ? "yes" : `no: ${misses.join(", ")}`;
  return `| ${about.title} (\`${name}\`) | ${short(ours)} ${about.unit} | ${peer === undefined ? "–" : `${short(peer)} ${about.unit}`} | ${ratio === undefined ? "–" : short(ratio)} | ${limit} | ${goals.join(" and ") || "–"} | ${verdict} | ${notes.join("; ")} |`;
}

const HEAD = `# Results

Written by \`npm run bench\`; the text below the table is by hand.`;
const COLUMNS = `| Work | ours | peer | ours / peer | limit (ours / limit) | to reach | reached | notes |
| --- | --- | --- | --- | --- | --- | --- | --- |`;
const TEXT = "<!-- by hand from here on -->";

/** The results file with these rows replaced and the text by hand kept. */
export function merge(before, machine, results) {
  const at = before.indexOf(TEXT);
  const text = at < 0 ? `${TEXT}\n` : before.slice(at);
  const kept = (at < 0 ? before : before.slice(0, at))
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| Work") && !line.startsWith("| ---"));
  const fresh = new Map(results.map((result) => [`(\`${result.name}\`)`, row(result)]));
  const lines = kept.map((line) => {
    const key = [...fresh.keys()].find((each) => line.includes(each));
    if (key === undefined) return line;
    const replaced = fresh.get(key);
    fresh.delete(key);
    return replaced;
  });
  const how = `Last run: ${machine}. Peer: @discordjs/voice, aes256_gcm, no end-to-end encryption. CPU is user and system
time of the whole process, media thread included; medians of peer and ours in turn, each in a process of its own.`;
  return [HEAD, how, [COLUMNS, ...lines, ...fresh.values()].join("\n"), text].join("\n\n");
}
