import type { Port } from "../bridge/port.js";

/** A `MessagePort` of a page as a {@link Port}. */
export function pagePort(port: MessagePort): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage(listener) {
      port.onmessage = ({ data }: MessageEvent) => listener(data);
    },
    onClose: (listener) => port.addEventListener("close", listener),
    close: () => port.close(),
  };
}
