import type { WebSocketServer } from "ws";

/** How long clients may take to answer a close frame before their sockets are terminated, milliseconds. */
const FAREWELL_MS = 250;

/** Waits for every socket to close, then terminates the rest. */
export async function drainSockets(sockets: WebSocketServer): Promise<void> {
  const farewells = [...sockets.clients].map(
    (socket) => new Promise((resolve) => socket.once("close", resolve)),
  );
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, FAREWELL_MS);
  });
  await Promise.race([Promise.all(farewells), deadline]);
  clearTimeout(timer);
  for (const socket of sockets.clients) socket.terminate();
}
