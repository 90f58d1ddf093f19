/** How often Node checks for late requests during one time limit. */
const CHECKS_PER_LIMIT = 4;

/**
 * Options of an HTTP server that closes a connection when the head or the whole of a request does not arrive in time.
 * @param ms time limit since the connection opened or the previous request ended
 */
export function timeLimits(ms: number) {
  return {
    headersTimeout: ms,
    requestTimeout: ms,
    connectionsCheckingInterval: Math.max(1, Math.floor(ms / CHECKS_PER_LIMIT)),
  };
}
