import type { Readable } from "node:stream";
import type { StreamType } from "./stream-type.js";

/** Names of conversions. The engine converts by itself, so that no resource of this package has any. */
export enum TransformerType {
  FFmpegOgg = "ffmpeg ogg",
  FFmpegPCM = "ffmpeg pcm",
  InlineVolume = "volume transformer",
  OggOpusDemuxer = "ogg/opus demuxer",
  OpusDecoder = "opus decoder",
  OpusEncoder = "opus encoder",
  WebmOpusDemuxer = "webm/opus demuxer",
}

/** A conversion from one stream type to another. */
export interface Edge {
  cost: number;
  from: Node;
  to: Node;
  transformer(input: Readable | string): Readable;
  type: TransformerType;
}

/** A stream type in the graph of conversions. */
export class Node {
  /** The conversions that begin here. */
  readonly edges: Edge[] = [];
  /** The stream type. */
  readonly type: StreamType;

  constructor(type: StreamType) {
    this.type = type;
  }

  /** Adds a conversion that begins here. */
  addEdge(edge: Omit<Edge, "from">): void {
    this.edges.push({ ...edge, from: this });
  }
}
