// Drawings over one axis of time: seconds since the platform was up. Marks stand in every drawing at the same place.
const WIDTH = 640;
const LEFT = 44;
const RIGHT = 8;
/** Width of a label, on a phone. */
const LABEL = 64;
/** Below each drawing: the numbers of the axis. */
const AXIS = 22;

export const escape = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

export class Axis {
  /** @param seconds its length @param marks of events: `{ at, label }` */
  constructor(seconds, marks) {
    this.seconds = seconds;
    this.marks = marks;
  }

  x(at) {
    return LEFT + (Math.max(0, at) / this.seconds) * (WIDTH - LEFT - RIGHT);
  }

  /** A drawing with its title, the marks and the axis. @param below further HTML, such as a player */
  figure(title, height, inner, below = "") {
    const step = this.seconds > 16 ? 4 : 2;
    const ticks = Array.from({ length: Math.floor(this.seconds / step) + 1 }, (_, at) => at * step).map(
      (at) => `<text x="${this.x(at)}" y="${height + 16}" text-anchor="middle">${at}</text>`,
    );
    const lines = this.marks.map(
      ({ at }) => `<line class="mark" x1="${this.x(at)}" x2="${this.x(at)}" y1="18" y2="${height}"/>`,
    );
    const labels = this.#labels().map(
      ([at, text]) => `<text class="mark" x="${at}" y="14" text-anchor="middle">${text}</text>`,
    );
    const marks = [...lines, ...labels];
    const drawing = `<svg viewBox="0 0 ${WIDTH} ${height + AXIS}" role="img" aria-label="${escape(title)}">${inner}${marks.join("")}${ticks.join("")}</svg>`;
    return `<figure><figcaption>${escape(title)}</figcaption><div class="drawing">${drawing}</div>${below}</figure>`;
  }

  /** Marks side by side share a label. @returns `[x, text]` of each */
  #labels() {
    const groups = [];
    for (const { at, label } of this.marks) {
      const group = groups.at(-1);
      if (group !== undefined && this.x(at) - group.x < LABEL) group.last = label;
      else groups.push({ x: this.x(at), first: label, last: label });
    }
    return groups.map(({ x, first, last }) => [x, first === last ? first : `${first}–${last}`]);
  }

  /** Peaks of the samples, one vertical line per unit of the drawing. @param from second at which they begin */
  waveform(title, { samples, seconds }, from, below) {
    const height = 110;
    const middle = 18 + (height - 18) / 2;
    const columns = Math.floor(this.x(from + seconds) - this.x(from));
    const step = Math.max(1, Math.floor(samples.length / Math.max(1, columns)));
    const lines = Array.from({ length: columns }, (_, column) => {
      const [low, high] = peaks(samples, column * step, step);
      const y = (value) => (middle - (value / 32768) * ((height - 18) / 2)).toFixed(1);
      return `M${(this.x(from) + column).toFixed(1)} ${y(high)}V${y(low)}`;
    });
    return this.figure(title, height, `<path class="wave" d="${lines.join("")}"/>`, below);
  }

  /** @param series `{ name, points: [second, value][] }`, at most two */
  chart(title, unit, series) {
    const height = 150;
    const top = Math.max(1, ...series.flatMap(({ points }) => points.map(([, value]) => value)));
    const y = (value) => height - (value / top) * (height - 40);
    const lines = series.map(({ points }, index) => {
      const path = points.map(([at, value]) => `${this.x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
      return `<polyline class="line${index}" points="${path}"/>`;
    });
    const grid = [0, 0.5, 1].map((share) => {
      const at = y(share * top);
      const value = (share * top).toFixed(top < 10 ? 1 : 0);
      return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/><text x="${LEFT - 6}" y="${at + 5}" text-anchor="end">${value}</text>`;
    });
    const legend = series.map(({ name }, index) => `<span class="line${index}">${escape(name)}</span>`);
    const named = series.length > 1 ? `<p class="legend">${legend.join(" ")}</p>` : "";
    return this.figure(`${title} (${unit})`, height, grid.join("") + lines.join(""), named);
  }
}

function peaks(samples, from, count) {
  let [low, high] = [0, 0];
  for (let at = from; at < from + count; at += 4) {
    low = Math.min(low, samples[at] ?? 0);
    high = Math.max(high, samples[at] ?? 0);
  }
  return [low, high];
}
