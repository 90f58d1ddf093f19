import type { MetadataMap } from "sdkpp/wire";

/** What is written: text, and what only those who are there now get to see. */
export interface MessageInput {
  readonly content?: string | null | undefined;
  readonly metadata?: MetadataMap | null | undefined;
}
