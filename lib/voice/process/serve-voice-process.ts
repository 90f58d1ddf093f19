import { functionArgument, objectArgument } from "../../protocol/index.js";
import type { VoicePort } from "../../hosting/index.js";
import type { VoiceOptions } from "../join-options.js";
import type { AudioSource } from "../source.js";
import { serveCalls, type ServedCalls } from "./serve-calls.js";
import type { Order } from "./messages.js";

/** How this process serves the calls of a supervisor. */
export interface ServeVoiceOptions extends Pick<VoiceOptions, "addonPath" | "mediaThreads"> {
  /**
   * Looks at each file, address or program before it is played, for supervisors that are not to reach everything that this process can: returns
   * what is played in its place, or throws what the playback fails with. Default: everything is played as it is
   */
  source?: (source: AudioSource) => AudioSource;
}

/** The calls of a supervisor that this process has. */
export interface ServedVoiceProcess {
  /** how many there are */
  readonly calls: number;
  /**
   * Ends all of them without a word to their voice servers, as if this process had died: the supervisor goes on with them elsewhere.
   * Idempotent
   */
  abandon(): void;
}

/**
 * Makes this process a voice process of a `VoiceSupervisor` at the other end of a port: the other side of its option `spawn`, for hosts
 * that start processes their own way or have them on other machines. One process serves many ports. It has calls of bots; those of a `Client`
 * need a process with devices.
 * @param port leads to one supervisor, with every message once and in order
 * @throws {ArgumentError} naming the invalid property
 * @example
 * const served = serveVoiceProcess({
 *   send: (message) => console.log(message), // leads to the supervisor
 *   onMessage: () => undefined, // takes a function, to be called with what comes from there
 * });
 * console.log(served.calls); // 0: no supervisor has asked for one
 * served.abandon();
 */
export function serveVoiceProcess(port: VoicePort, options: ServeVoiceOptions = {}): ServedVoiceProcess {
  const { addonPath, mediaThreads, source } = objectArgument("options", options);
  for (const member of ["send", "onMessage"] as const)
    functionArgument(`port.${member}`, objectArgument("port", port)[member]);
  if (source !== undefined) functionArgument("options.source", source);
  return serveCalls(onPort(port), {
    own: {
      ...(addonPath !== undefined && { addonPath }),
      ...(mediaThreads !== undefined && { mediaThreads }),
    },
    ...(source !== undefined && { source }),
    hasClients: false,
  }) satisfies ServedCalls;
}

/** A port of any kind takes a message along at once, so it has left. */
function onPort(port: VoicePort): Parameters<typeof serveCalls>[0] {
  return {
    send(report, sent) {
      port.send(report);
      if (sent !== undefined) setImmediate(sent);
    },
    onMessage: (listener) => port.onMessage((message) => listener(message as Order)),
  };
}
