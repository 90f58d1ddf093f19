import { isWebAddress } from "sdkpp/wire";
import type { AudioSource, WebSource } from "sdkpp/voice";
import { mediaFileNow } from "../sources/media-folders.js";

export interface SourceRuleParts {
  /** real paths of folders whose files may be played */
  readonly media: readonly string[];
  /** whether addresses of this machine and of private networks may be played */
  readonly allowPrivate: boolean;
}

/**
 * Decides what a worker plays for bots on other machines: addresses of the web, files of its media folders, and bytes that they send. A program
 * would be started here, so none is.
 * @returns what is played in place of a source; it throws Error in words for the bot's developer
 */
export function sourceRule({ media, allowPrivate }: SourceRuleParts): (source: AudioSource) => AudioSource {
  const web = (source: WebSource): WebSource => ({
    ...source,
    allowPrivate: allowPrivate && (source.allowPrivate ?? true),
  });
  const named = (name: string): AudioSource => {
    if (isWebAddress(name)) return web({ url: name });
    const file = mediaFileNow(media, name);
    if (file !== undefined) return file;
    throw new Error(
      `source: expected a web address, bytes, or a file below a media folder of the worker, received ${name}; name its folder with --media where the worker runs`,
    );
  };
  return (source) => {
    if (typeof source === "string") return named(source);
    if (source instanceof URL) return named(source.href);
    if ("url" in source) return web(source);
    if ("command" in source)
      throw new Error(
        "source: expected no program, since a worker starts none; read it in the bot and play its output as packets or samples",
      );
    return source;
  };
}
