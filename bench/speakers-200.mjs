// Cost of a received packet of a crowd: 200 speak at once, nobody is subscribed to, and the loudest are mixed.
import { growing } from "./support/receive-mixed.mjs";

export const about = {
  title: "received and mixed, 200 speakers of whom the loudest are decoded, per packet",
  unit: "µs CPU",
  absolute: 12,
  expectedPerSecond: 200 * 50,
};

export const ours = growing([20, 50, 100, 200]);
