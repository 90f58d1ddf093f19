import type { MediaLoad, NativeAddon } from "./addon.js";

type Listener = (load: MediaLoad) => void;

const listenersOf = new WeakMap<NativeAddon, Set<Listener>>();

/** Calls `listener` with what is done about media threads that have too much to do. @returns ends that */
export function watchMediaLoad(addon: NativeAddon, listener: Listener): () => void {
  const listeners = listenersOf.get(addon) ?? begin(addon);
  // each call has an entry of its own, although the function may be the same
  const entry: Listener = (load) => {
    listener(load);
  };
  listeners.add(entry);
  return () => void listeners.delete(entry);
}

function begin(addon: NativeAddon): Set<Listener> {
  const listeners = new Set<Listener>();
  listenersOf.set(addon, listeners);
  addon.onMediaLoad((load) => {
    for (const listener of [...listeners]) tell(listener, load);
  });
  return listeners;
}

/** One that throws keeps nobody else from hearing it. */
function tell(listener: Listener, load: MediaLoad): void {
  try {
    listener(load);
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.emitWarning(`a listener of media load threw: ${reason}`, "SdkWarning");
  }
}
