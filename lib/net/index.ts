/** Shells around system interfaces. Large modules are loaded at their first use. */
export { systemClock, type Cancel, type Clock } from "./clock.js";
export { DeadlineTimer } from "./deadline-timer.js";
export { GatewayConnection, type GatewayConnectionOptions } from "./gateway-connection.js";
export { HttpClient, type Fetch, type HttpOutcome, type HttpRequest } from "./http-client.js";
export { registerLaunch, unregisterLaunch } from "./launch/launch.js";
export type { LaunchTarget } from "./launch/launch-environment.js";
export { LogFile } from "./log-file.js";
export { randomBytes } from "./random-bytes.js";
export { RotatingLogFile } from "./rotating-log-file.js";
export { FileTokenStore, type TokenSeal } from "./file-token-store.js";
export type { StoredTokens, TokenStore } from "./token-store.js";
export { openInBrowser, type OpenUrl } from "./open-url.js";
export { type RpcConnection, type RpcRequest } from "./rpc-connection.js";
export { RpcError } from "./rpc-error.js";
export { findDesktopApp } from "./rpc-search.js";
export { judgeRpcSocket, rpcSocketPaths } from "./rpc-sockets.js";
export { certificateFailure } from "./tls-failure.js";
export { RedirectListener } from "./redirect-listener.js";
export { REDIRECT_TIME_LIMIT_MS, RedirectWait, type RedirectResult } from "./redirect-wait.js";
export { TrustedRoots, type Certificates } from "./trusted-roots.js";
export { defaultUserAgent, PACKAGE_VERSION } from "./user-agent.js";
export {
  openSocket,
  type OpenSocket,
  type Socket,
  type SocketListener,
  type SocketOptions,
} from "./web-socket.js";
export { ZlibStream } from "./zlib-stream.js";
