/** Between Node's buffers and plain arrays, without a copy: of secrets there must not be a second one. */

export function plainView(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}

export function bufferView(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Bytes as the key of a map or set; not for secrets. */
export function nameOfBytes(bytes: Uint8Array): string {
  return bufferView(bytes).toString("latin1");
}
