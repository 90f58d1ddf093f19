/** A page asks for its port: what the preload says to main, and what a page may say to its preload for another one. */
export const HELLO = "sdkpp:hello";
/** A port arrives: in the preload from main, and in the page from the preload. */
export const PORT = "sdkpp:port";
