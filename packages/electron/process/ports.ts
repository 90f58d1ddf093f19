// Ports of main and of utility processes in the words of this package and of sdkpp. What has no listener yet, waits.
import type { VoicePort } from "sdkpp";
import type { Port } from "../bridge/port.js";
import type { PortMain } from "../main/electron-parts.js";

/** The end of a page's channel. */
export function pagePortOf(port: PortMain): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage(listener) {
      port.on("message", ({ data }) => listener(data));
      port.start();
    },
    onClose: (listener) => void port.on("close", listener),
    close: () => port.close(),
  };
}

/** The end of a voice process's channel. */
export function voicePortOf(port: PortMain): VoicePort {
  return {
    send: (message) => port.postMessage(message),
    onMessage(listener) {
      port.on("message", ({ data }) => listener(data));
      port.start();
    },
  };
}
