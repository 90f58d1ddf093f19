// A self-contained page: drawings, two sounds and text, no script, nothing from a network.
import { Axis, escape } from "./charts.mjs";

const STYLE = `:root{color-scheme:light dark;--ink:#1c2333;--paper:#fff;--soft:#6b7280;--one:#3b5bdb;--two:#b02a00;--good:#1a6b2d;--bad:#a61b1b}
@media (prefers-color-scheme:dark){:root{--ink:#e7e9f0;--paper:#14161c;--soft:#9aa1b0;--one:#91a7ff;--two:#ffa94d;--good:#7ddb93;--bad:#ff9a9a}}
*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:0 auto;padding:1rem}
h1{line-height:1.2}.verdict{font-size:1.15rem;font-weight:600;border-left:.4rem solid;padding-left:.8rem}.good{color:var(--good)}.bad{color:var(--bad)}
table{border-collapse:collapse;width:100%;margin:1rem 0}td,th{padding:.25rem .5rem .25rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--soft)}td{font-variant-numeric:tabular-nums}
ol{padding-left:1.6rem}time{font-variant-numeric:tabular-nums;margin-right:.5rem}
figure{margin:1.5rem 0}figcaption{font-weight:600}audio{width:100%;margin-top:.5rem}svg{display:block;width:100%;height:auto}
svg text{font-size:14px;fill:var(--ink)}@media (max-width:34rem){svg text{font-size:24px}}
.wave{stroke:var(--one);stroke-width:1}.grid{stroke:var(--soft);opacity:.5}polyline{fill:none;stroke-width:2}
polyline.line0{stroke:var(--one)}polyline.line1{stroke:var(--two)}.legend{margin:.25rem 0}span.line0{color:var(--one)}span.line1{color:var(--two);margin-left:1rem}
line.mark{stroke:var(--two);stroke-dasharray:3 3}svg text.mark{fill:var(--two)}`;

/** @param wav bytes of the file @returns a player with its label */
function player(label, wav) {
  const source = `data:audio/wav;base64,${Buffer.from(wav).toString("base64")}`;
  return `<audio controls preload="metadata" aria-label="${escape(label)}" src="${source}"></audio>`;
}

/** The events, numbered as in the drawings. */
function eventList(events) {
  const items = events.map(({ at, text }) => `<li><time>${at.toFixed(1)} s</time>${escape(text)}</li>`);
  return `<h2>What happened</h2><ol>${items.join("")}</ol>`;
}

/**
 * @param report `options`; `verdict` of verdict.mjs; `table`: rows of [name, value]; `recorder`; `sent` and `received`:
 *   `{ wave, wav, from }`, samples, bytes of the file and the second at which it begins
 */
export function writeReport({ options, verdict, table, recorder, sent, received }) {
  const { events, samples } = recorder;
  const ends = [
    received.from + received.wave.seconds,
    sent.from + sent.wave.seconds,
    ...events.map(({ at }) => at),
  ];
  const axis = new Axis(
    Math.max(...ends, samples.at(-1)?.at ?? 1) + 0.5,
    events.map(({ at }, index) => ({ at, label: index + 1 })).filter(({ at }) => at > sent.from),
  );
  const points = (value) => samples.map((each) => [each.at, value(each)]);
  const rows = table.map(
    ([name, value]) => `<tr><th scope="row">${escape(name)}</th><td>${escape(value)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Two players talk</title><style>${STYLE}</style></head><body><main>
<h1>Two players talk</h1>
<p class="verdict ${verdict.isGood ? "good" : "bad"}">${escape(verdict.sentence)}</p>
<p>Loss ${options.loss} %, jitter ${options.jitterMs} ms, seed ${options.seed}. Times are seconds since the platform was up; the numbers above the drawings are those of what happened.</p>
${axis.waveform("Sent: the first player's speech", sent.wave, sent.from, player("what the first player said", sent.wav))}
${axis.waveform("Received: what the second player heard, after its callback", received.wave, received.from, player("what the second player heard", received.wav))}
${axis.chart("Delay added by the jitter buffer", "ms", [
  { name: "added", points: points((each) => each.delayMs) },
  { name: "target", points: points((each) => each.targetMs) },
])}
${axis.chart("Packets lost on the way, so far", "packets", [{ name: "lost", points: points((each) => each.lost) }])}
${eventList(events)}
<h2>Numbers</h2><table><tbody>${rows.join("")}</tbody></table>
</main></body></html>`;
}
