/** Frames that are under way to a page at most: those that it was sent and has not drawn. */
export const FRAMES_MAX = 8;
