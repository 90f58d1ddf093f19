import type { WebSocketServer } from "ws";

/** How long clients get to answer a close frame before they are cut off, milliseconds. */
const FAREWELL_MS = 250;

/** Waits until every socket has gone by itself, then drops the rest. */
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
