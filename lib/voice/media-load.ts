import { loadAddon, watchMediaLoad, type MediaLoad } from "../native/index.js";

/**
 * Tells what is done about media threads that have too much to do: sessions move, another thread starts, encoders use less, new connections are
 * refused. All connections, players and clients share the threads.
 * @param listener called once a second at most
 * @param addonPath as for `joinVoiceChannel`
 * @returns ends it
 * @throws {ArgumentError} for an invalid `addonPath`
 * @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED (another `addonPath` is in use)
 * @example
 * const end = onMediaLoad(({ action, tickMs, members }) => console.warn(`${action}: ${tickMs} of 20 ms for ${members}`));
 */
export function onMediaLoad(listener: (load: MediaLoad) => void, addonPath?: string | URL): () => void {
  return watchMediaLoad(loadAddon(addonPath), listener);
}
