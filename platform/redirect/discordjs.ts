// Loaded before a program of Node.js by `exec --redirect discordjs`. Every library on undici, and fetch, asks one dispatcher that all
// copies of undici share: requests to the real API go to the platform instead. Whatever else would reach the real service fails.
import net from "node:net";
import { isReal, refusalOf, standIn } from "./real-hosts.js";

interface Dispatched {
  readonly origin?: string | URL;
  readonly path: string;
}

interface Dispatcher {
  dispatch(options: Dispatched, handler: unknown): boolean;
}

const SHARED = Symbol.for("undici.globalDispatcher.1");
const webBase = process.env["SDKPP_WEB_BASE"];

if (webBase !== undefined) {
  refuseRealHosts();
  await redirectRequests(webBase);
}

/** @param base `http://127.0.0.1:<port>` */
async function redirectRequests(base: string): Promise<void> {
  // Node makes the dispatcher with the first request; this one reaches nothing.
  await fetch("data:,");
  const shared = globalThis as unknown as Record<symbol, Dispatcher>;
  const before = shared[SHARED];
  if (before === undefined) return;
  shared[SHARED] = new Proxy(before, {
    get(target, name) {
      if (name === "dispatch")
        return (options: Dispatched, handler: unknown) => target.dispatch(redirected(options, base), handler);
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}

function redirected(options: Dispatched, base: string): Dispatched {
  if (options.origin === undefined) return options;
  const stand = standIn(new URL(options.origin).hostname, base);
  if (stand === undefined) return options;
  const { origin, pathname } = new URL(stand);
  return { ...options, origin, path: pathname === "/" ? options.path : pathname + options.path };
}

/** For every way to connect: HTTP, WebSocket and plain sockets end in this method. */
function refuseRealHosts(): void {
  const { prototype } = net.Socket as unknown as {
    prototype: { connect: (...given: unknown[]) => net.Socket };
  };
  const { connect } = prototype;
  prototype.connect = function (this: net.Socket, ...given: unknown[]) {
    const host = hostOf(given);
    if (host === undefined || !isReal(host)) return connect.apply(this, given);
    const refusal = Object.assign(new Error(refusalOf(host)), { code: "SDKPP_REAL_HOST" });
    // TLS still sets up what it has just connected.
    process.nextTick(() => this.destroy(refusal));
    return this;
  };
}

/** `connect(options)`, `connect(port, host)`, and the list that Node makes of both. */
function hostOf([first, second]: readonly unknown[]): string | undefined {
  const options: unknown = Array.isArray(first) ? first[0] : first;
  if (typeof options === "object" && options !== null && "host" in options)
    return typeof options.host === "string" ? options.host : undefined;
  return typeof second === "string" ? second : undefined;
}
