import type { AudioPlayerError as Shape, AudioResource } from "../shapes.js";

/** What a player emits when its resource failed: the error of the resource, and which one it was. */
export class AudioPlayerError extends Error implements Shape {
  readonly resource: AudioResource;

  constructor(error: Error, resource: AudioResource) {
    super(error.message, { cause: error });
    this.name = error.name;
    if (error.stack !== undefined) this.stack = error.stack;
    this.resource = resource;
  }
}
