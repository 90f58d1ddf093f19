// Rows whose growth was measured, each as a small chart: cost upwards, size to the right in equal factors.
import { short } from "./results.mjs";
import { escaped } from "./svg.mjs";

const IN_A_ROW = 3;
const HEIGHT = 190;
const MARGIN = { left: 16, right: 24, top: 40, bottom: 36 };
const COLOURS = ["#2f7d4f", "#1d4ed8"];

const sizeText = (size) => (size >= 1e6 ? `${size / 1e6}M` : size >= 1e4 ? `${size / 1e3}k` : String(size));

/** Where a point of a chart lies. Costs begin at 0, so that what does not grow looks it. */
function scales(lines, { x, y, width }) {
  const points = lines.flatMap((line) => line.points);
  const sizes = points.map(([size]) => Math.log(size));
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const dearest = Math.max(...points.map(([, cost]) => cost)) || 1;
  const [left, right] = [x + MARGIN.left, x + width - MARGIN.right];
  const [top, bottom] = [y + MARGIN.top, y + HEIGHT - MARGIN.bottom];
  return {
    atSize: (size) => left + ((right - left) * (Math.log(size) - least)) / (most - least || 1),
    atCost: (cost) => bottom - ((bottom - top) * cost) / dearest,
    left,
    right,
    bottom,
  };
}

function drawnLine({ name, points }, at, { atSize, atCost }) {
  const places = points.map(([size, cost]) => [atSize(size).toFixed(1), atCost(cost).toFixed(1)]);
  const colour = COLOURS[at % COLOURS.length];
  const [endX, endY] = places.at(-1);
  const label = [name, short(points.at(-1)[1])].filter(Boolean).join(": ");
  return [
    `<polyline points="${places.map((place) => place.join(",")).join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`),
    `<text x="${endX}" y="${(Number(endY) - 7).toFixed(1)}" text-anchor="end" font-size="11" fill="${colour}">${escaped(label)}</text>`,
  ].join("");
}

function chart({ name, about, growth }, place) {
  const scale = scales(growth.lines, place);
  const sizes = [...new Set(growth.lines.flatMap(({ points }) => points.map(([size]) => size)))];
  return [
    `<text x="${place.x + MARGIN.left}" y="${place.y + 14}" font-weight="600">${escaped(`${name}, ${about.unit}`)}</text>`,
    `<line x1="${scale.left}" y1="${scale.bottom}" x2="${scale.right}" y2="${scale.bottom}" stroke="#9ca3af"/>`,
    ...sizes.map(
      (size) =>
        `<text x="${scale.atSize(size).toFixed(1)}" y="${scale.bottom + 14}" text-anchor="middle" font-size="10">${sizeText(size)}</text>`,
    ),
    `<text x="${scale.right}" y="${scale.bottom + 28}" text-anchor="end" font-size="11">${escaped(growth.of)}</text>`,
    ...growth.lines.map((line, at) => drawnLine(line, at, scale)),
  ].join("");
}

/** @returns the charts as SVG, and the height at which they end */
export function charts(results, { top, width }) {
  const grown = results.filter(({ growth }) => growth != null);
  if (grown.length === 0) return { svg: "", bottom: top };
  const each = width / IN_A_ROW;
  const drawn = grown.map((result, at) =>
    chart(result, {
      x: (at % IN_A_ROW) * each,
      y: top + 40 + Math.floor(at / IN_A_ROW) * HEIGHT,
      width: each,
    }),
  );
  const title = `<text x="16" y="${top + 14}" font-size="15" font-weight="600">Cost against size</text>`;
  return {
    svg: [title, ...drawn].join("\n"),
    bottom: top + 40 + Math.ceil(grown.length / IN_A_ROW) * HEIGHT,
  };
}
