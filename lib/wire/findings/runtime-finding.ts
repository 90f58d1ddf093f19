import { Finding } from "./finding.js";

const CHECK = "runtime";

/** The facts of the program that runs this code: `process`. */
export interface RuntimeFacts {
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly arch: string;
}

/** Whether the runtime is new enough: Node 20.19, 22.12, or later; Electron and others say by their Node which features they have. */
export function runtimeFinding({ versions, platform, arch }: RuntimeFacts): Finding {
  const node = versions["node"] ?? "0.0.0";
  const host = ["electron", "bun", "deno"].find((name) => versions[name] !== undefined);
  const name = host === undefined ? `Node ${node}` : `${host} ${versions[host] ?? ""} (Node ${node})`;
  const found = `${name}, ${platform}-${arch}`;
  if (isSupported(node)) return Finding.ok(CHECK, found);
  return Finding.failed(CHECK, `${found} is too old`, "install Node 22.12 or later");
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}
