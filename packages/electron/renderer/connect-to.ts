import type { Port } from "../bridge/port.js";
import { fromText, toText } from "../bridge/socket-text.js";
import { Social, type SocialOptions } from "./social.js";

/** Where the token of the next connection is kept, as long as the tab lives: each works once. */
const NEXT_TOKEN = "sdkpp:next-token";

/**
 * Connects a page that a browser shows with a development host, which has the client. For development only: in a packaged app pages have ports.
 * @param address of the host, its token included: `ws://127.0.0.1:5174/?token=…`, as it prints it
 * @example
 * const social = window.sdkppDevelopment === undefined ? connect() : connectTo(window.sdkppDevelopment);
 */
export function connectTo(address: string, options?: SocialOptions): Social {
  const social = new Social(options);
  const url = new URL(address);
  const next = sessionStorage.getItem(NEXT_TOKEN);
  if (next !== null) url.searchParams.set("token", next);
  const socket = new WebSocket(url);
  socket.addEventListener("open", () => social.use(socketPort(socket)), { once: true });
  return social;
}

/** A `WebSocket` of a page as a {@link Port}. The first text of the host is the token of the next connection. */
function socketPort(socket: WebSocket): Port {
  let heard: (message: unknown) => void = () => undefined;
  socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const message = fromText(data) as { nextToken?: string };
    if (message.nextToken === undefined) heard(message);
    else sessionStorage.setItem(NEXT_TOKEN, message.nextToken);
  });
  return {
    post: (message) => socket.send(toText(message)),
    onMessage: (listener) => void (heard = listener),
    onClose: (listener) => socket.addEventListener("close", listener),
    close: () => socket.close(),
  };
}
