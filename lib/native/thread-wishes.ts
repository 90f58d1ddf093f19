import type { NativeAddon } from "./addon.js";

/** How media threads are to run; what is left out stays. */
export interface ThreadWishes {
  /** in the numbers of the system */
  readonly priority?: number | undefined;
  /** a mask */
  readonly processors?: bigint | undefined;
}

/** @returns what the system rejected, in words */
export function wishForThreads(addon: NativeAddon, { priority, processors }: ThreadWishes): string[] {
  const rejected: string[] = [];
  const wish = (what: string, why: string): void => {
    if (why !== "") rejected.push(`could not ${what}: ${why}`);
  };
  if (priority !== undefined)
    wish(`set the media threads' priority to ${String(priority)}`, addon.setMediaThreadPriority(priority));
  if (processors !== undefined)
    wish(
      `bind the media threads to the processors of the mask ${String(processors)}`,
      addon.setMediaThreadProcessors(processors),
    );
  return rejected;
}
