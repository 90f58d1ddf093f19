/** Whether the player sees a page. */
export interface Visibility {
  readonly isHidden: boolean;
  /** Listens to {@link isHidden}. @returns ends it */
  watch(listener: () => void): () => void;
}

/** The visibility of this page. Without a document, as in a worker, it counts as seen. */
export const pageVisibility: Visibility = {
  get isHidden() {
    return "document" in globalThis && document.hidden;
  },
  watch(listener) {
    if (!("document" in globalThis)) return () => undefined;
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  },
};
