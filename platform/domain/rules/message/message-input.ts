import type { MetadataMap } from "sdkpp/wire";

/** A message's text, and metadata that only clients connected now receive. */
export interface MessageInput {
  readonly content?: string | null | undefined;
  readonly metadata?: MetadataMap | null | undefined;
}
