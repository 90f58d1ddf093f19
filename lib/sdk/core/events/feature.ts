/**
 * A part of the client that follows its life. All three events are optional: a feature without state has none.
 * The intersection with `object` lets a feature without events count as one.
 */
export type Feature = object & {
  /** The client is ready: a new session has begun, or one has resumed. */
  ready?(): void;
  /** The connection has ended and is not retried. */
  ended?(): void;
  /** The client was destroyed. */
  destroyed?(): void;
};

/** Notifies every feature, in the order of the list. */
export function notify(features: readonly Feature[], event: keyof Feature): void {
  for (const feature of features) feature[event]?.();
}
