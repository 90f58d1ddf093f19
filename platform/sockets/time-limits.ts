/** How often Node looks for requests that are late; a fraction of what they are allowed. */
const CHECKS_PER_LIMIT = 4;

/**
 * Options of an HTTP server that close connections whose request does not come in time: neither its head nor its whole.
 * @param ms from the opening of the connection, or from the end of the request before
 */
export function timeLimits(ms: number) {
  return {
    headersTimeout: ms,
    requestTimeout: ms,
    connectionsCheckingInterval: Math.max(1, Math.floor(ms / CHECKS_PER_LIMIT)),
  };
}
