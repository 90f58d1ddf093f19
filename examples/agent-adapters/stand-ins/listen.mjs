import { once } from "node:events";

/** Listens on a free port of loopback. @returns the address, and what ends it */
export async function listen(server, scheme = "http") {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `${scheme}://127.0.0.1:${server.address().port}/`, stop };
}
