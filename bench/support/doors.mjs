// Hooks that load a platform whose doors have no timeline: `NO_TAP` stands for it. The platform that it is compared with is loaded by
// them, too, so that nothing else differs.
const ASSEMBLY = /\/platform\/dist\/assembly\/(?:web|voice)\.js$/;
let tap;

export function initialize({ doors }) {
  tap = doors === "untapped" ? "NO_TAP" : "timeline";
}

export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!ASSEMBLY.test(url)) return loaded;
  const source = String(loaded.source);
  if (!source.includes("tap: timeline")) throw new Error(`${url} gives no timeline to a door`);
  const head = `import { NO_TAP } from "../taps/wire-tap.js";globalThis.${tap} = (globalThis.${tap} ?? 0) + 1;`;
  return { ...loaded, source: head + source.replaceAll("tap: timeline", `tap: ${tap}`) };
}
