import { Transform } from "node:stream";

/** Passes on so many bytes; then it ends without the rest. @param exceeded called once, with the first byte too many */
export function limited(bytesMax: number, exceeded: () => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes <= bytesMax) return done(null, chunk);
      exceeded();
      this.destroy();
    },
  });
}
