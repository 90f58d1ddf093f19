// The table as a picture: what our work costs in parts of the peer's, and where the floor is.
import { charts } from "./growth-chart.mjs";
import { goals, short } from "./results.mjs";
import { escaped } from "./svg.mjs";

const WIDTH = 960;
const LABEL = 470;
const ROW = 26;
const TOP = 56;
/** Times the peer at the right end. */
const MAX = 1.6;

const scale = (ratio) => LABEL + ((WIDTH - LABEL - 60) * Math.min(ratio, MAX)) / MAX;
/** Without what stands in brackets: there is no room for it. */
const labelOf = ({ about, name }) => {
  const text = about.title.replace(/ \(.*\)/g, "").replaceAll("`", "");
  return escaped(text.length > 64 ? name : text);
};

function bar(result, at) {
  const { ours, peer, floor, about } = result;
  const y = TOP + at * ROW;
  const isReached = goals(about, result).every((goal) => goal.isReached);
  const end = scale(ours / peer);
  return [
    `<text x="${LABEL - 12}" y="${y + 15}" text-anchor="end">${labelOf(result)}</text>`,
    `<rect x="${LABEL}" y="${y + 3}" width="${(end - LABEL).toFixed(1)}" height="16" rx="2" fill="${isReached ? "#2f7d4f" : "#b7791f"}"/>`,
    floor == null
      ? ""
      : `<rect x="${scale(floor / peer).toFixed(1)}" y="${y}" width="3" height="22" fill="#1f2937"/>`,
    `<text x="${(end + 6).toFixed(1)}" y="${y + 15}">${short(ours / peer)}</text>`,
  ].join("");
}

/** @returns an SVG of the rows that have a peer, and of those whose growth was measured */
export function plot(results) {
  const rows = results.filter(({ peer }) => peer != null);
  const barsEnd = TOP + rows.length * ROW;
  const growth = charts(results, { top: barsEnd + 24, width: WIDTH });
  const height = growth.bottom;
  const peerAt = scale(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="13" fill="#1f2937">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="16" y="24" font-size="15" font-weight="600">Cost in parts of the peer's: shorter is better</text>
<text x="16" y="42" font-size="12">Line at 1: the peer. Black mark: the floor, measured in the same run. Green: goal reached.</text>
<line x1="${peerAt}" y1="${TOP - 4}" x2="${peerAt}" y2="${barsEnd + 4}" stroke="#9ca3af" stroke-dasharray="4 3"/>
${rows.map(bar).join("\n")}
${growth.svg}
</svg>
`;
}
