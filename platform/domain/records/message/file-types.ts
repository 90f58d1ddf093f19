/** Types that files are served as, by the extension of their names. No other is sent: what a file holds is not trusted. */
const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  wav: "audio/x-wav",
  flac: "audio/flac",
  txt: "text/plain; charset=utf-8",
  json: "application/json",
  pdf: "application/pdf",
  zip: "application/zip",
};
const OTHER = "application/octet-stream";
/** Kinds that a browser only shows or plays. */
const SHOWN = /^(?:image|video|audio)\//;

export function fileTypeOf(filename: string): string {
  const extension = /\.([A-Za-z0-9]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(TYPES, extension) ? (TYPES[extension] ?? OTHER) : OTHER;
}

/** Whether a browser may show it in place; everything else is to be saved. */
export function isShown(contentType: string): boolean {
  return SHOWN.test(contentType);
}
