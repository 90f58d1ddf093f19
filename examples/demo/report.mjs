// A self-contained page: SVG and text, no script, nothing from a network.

const WIDTH = 900;
const LEFT = 50;

const escape = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const x = (at, seconds) => LEFT + (at / seconds) * (WIDTH - LEFT - 10);

/** Peaks of the samples, one vertical line per pixel. */
function waveform(title, { samples, seconds: length }, seconds, offset = 0) {
  const height = 90;
  const columns = Math.floor(((WIDTH - LEFT - 10) * length) / seconds);
  const step = Math.max(1, Math.floor(samples.length / Math.max(1, columns)));
  const lines = [];
  for (let column = 0; column < columns; column += 1) {
    let low = 0;
    let high = 0;
    for (let at = column * step; at < (column + 1) * step; at += 4) {
      low = Math.min(low, samples[at] ?? 0);
      high = Math.max(high, samples[at] ?? 0);
    }
    const px = (x(offset, seconds) + column).toFixed(1);
    const y = (value) => (height / 2 - (value / 32768) * (height / 2 - 4)).toFixed(1);
    lines.push(`M${px} ${y(high)}V${y(low)}`);
  }
  return figure(title, height, `<path class="wave" d="${lines.join("")}"/>`, seconds);
}

function chart(title, series, seconds, unit) {
  const height = 140;
  const top = Math.max(1, ...series.flatMap((each) => each.points.map((point) => point[1])));
  const y = (value) => height - 20 - (value / top) * (height - 35);
  const lines = series.map(({ name, points }, index) => {
    const path = points.map(([at, value]) => `${x(at, seconds).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    return `<polyline class="line${index}" points="${path}"/><text class="line${index}" x="${LEFT + 10 + index * 160}" y="12">${escape(name)}</text>`;
  });
  const grid = [0, 0.5, 1].map(
    (share) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - 10}" y1="${y(share * top)}" y2="${y(share * top)}"/><text class="tick" x="${LEFT - 6}" y="${y(share * top) + 4}" text-anchor="end">${(share * top).toFixed(top < 10 ? 1 : 0)}</text>`,
  );
  return figure(`${title} (${unit})`, height, grid.join("") + lines.join(""), seconds);
}

function timeline(events, seconds) {
  const height = 30 + events.length * 18;
  const rows = events.map(({ at, text }, index) => {
    const px = x(Math.max(0, at), seconds);
    const y = 22 + index * 18;
    const after = px < WIDTH * 0.6;
    return `<line class="event" x1="${px}" x2="${px}" y1="4" y2="${height - 18}"/><circle class="event" cx="${px}" cy="${y - 4}" r="4"/><text x="${after ? px + 8 : px - 8}" y="${y}" text-anchor="${after ? "start" : "end"}">${at.toFixed(1)} s ${escape(text)}</text>`;
  });
  return figure("What happened", height, rows.join(""), seconds);
}

function figure(title, height, inner, seconds) {
  const ticks = Array.from({ length: Math.floor(seconds / 2) + 1 }, (_, i) => i * 2)
    .map(
      (at) => `<text class="tick" x="${x(at, seconds)}" y="${height + 12}" text-anchor="middle">${at}</text>`,
    )
    .join("");
  return `<figure><figcaption>${escape(title)}</figcaption><svg viewBox="0 0 ${WIDTH} ${height + 16}" role="img" aria-label="${escape(title)}">${inner}${ticks}</svg></figure>`;
}

const STYLE = `:root{color-scheme:light dark;--ink:#1c2333;--paper:#fff;--soft:#8884;--one:#3b5bdb;--two:#d9480f}
@media (prefers-color-scheme:dark){:root{--ink:#e7e9f0;--paper:#14161c;--one:#91a7ff;--two:#ffa94d}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem 1rem .25rem 0;text-align:left;border-bottom:1px solid var(--soft)}td:last-child{font-variant-numeric:tabular-nums}
figure{margin:1.5rem 0}figcaption{font-weight:600}svg{width:100%;height:auto}text{font-size:11px;fill:var(--ink)}.tick{opacity:.7}
.wave{stroke:var(--one);stroke-width:1}.grid{stroke:var(--soft)}polyline{fill:none;stroke-width:1.5}
.line0{stroke:var(--one)}.line1{stroke:var(--two)}text.line0{fill:var(--one);stroke:none}text.line1{fill:var(--two);stroke:none}
.event{stroke:var(--two);fill:var(--two)}line.event{stroke-dasharray:2 3}`;

/** @param result what `talk` returns, with `table` as rows of [name, value] */
export function writeReport({ options, table, recorder, sent, received }) {
  const last = recorder.samples.at(-1)?.at ?? 1;
  const seconds = Math.max(last, received.seconds, ...recorder.events.map((each) => each.at)) + 0.5;
  const points = (value) => recorder.samples.map((each) => [each.at, value(each)]);
  const rows = table
    .map(([name, value]) => `<tr><th scope="row">${escape(name)}</th><td>${escape(value)}</td></tr>`)
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Two players talk</title><style>${STYLE}</style></head><body>
<h1>Two players talk</h1>
<p>Loss ${options.loss} %, jitter ${options.jitterMs} ms, seed ${options.seed}. Times are seconds since the platform was up.</p>
<table>${rows}</table>
${timeline(recorder.events, seconds)}
${waveform("Sent: the first player's speech", sent.wave, seconds, sent.from)}
${waveform("Received: what the second player heard, after its callback", received, seconds, received.from)}
${chart(
  "Delay added by the jitter buffer",
  [
    { name: "added", points: points((each) => each.delayMs) },
    { name: "target", points: points((each) => each.targetMs) },
  ],
  seconds,
  "ms",
)}
${chart("Packets lost on the way, so far", [{ name: "lost", points: points((each) => each.lost) }], seconds, "packets")}
</body></html>`;
}
