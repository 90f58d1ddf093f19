import { HELLO, PORT } from "../bridge/channels.js";
import { pagePort } from "./message-port.js";
import { Social } from "./social.js";

/** Main closes the port with a navigation that turns out to be none, such as a download: then the page asks for another one, after so long. */
const ASK_AGAIN_MS = 1000;

/**
 * Connects a page with the player's world, by the ports that its preload passes on: the first one, and one from each process that follows.
 * @example
 * const social = connect();
 * social.state.watch("session", "", () => console.log(social.state.get("session")?.status));
 */
export function connect(): Social {
  const social = new Social();
  const ask = (): void => window.postMessage(HELLO, "*");
  window.addEventListener("message", ({ source, data, ports: [port] }) => {
    // other windows and frames may send messages, too
    if (source === window && data === PORT && port !== undefined) social.use(pagePort(port));
  });
  // the preload hands over its first port when the page has loaded
  if (document.readyState === "complete") ask();
  const timer = setInterval(() => {
    if (social.isClosed) clearInterval(timer);
    else if (!social.isConnected) ask();
  }, ASK_AGAIN_MS);
  return social;
}
