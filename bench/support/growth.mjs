// How a cost grows with the size of what it is a cost of: { of: "messages", lines: [{ name, points: [[size, cost], …] }] }. A single
// line has no name.
import { short } from "./results.mjs";

/** "25.9 ms of 10,000, 34.7 ms of 100,000 messages" for each line */
export function growthNotes({ of, lines }, unit) {
  return lines.map(({ name, points }) => {
    const costs = points.map(([size, cost]) => `${short(cost)} ${unit} of ${size.toLocaleString("en-US")}`);
    return `${name === undefined ? "" : `${name}: `}${costs.join(", ")} ${of}`;
  });
}
