/** Sound on its way into a file. Positions are samples per channel at 48 kHz from the beginning of the file. */
export interface SoundFile {
  /** Pieces that are missing because they came after their place was written. */
  readonly late: number;
  /** Sound at a position, behind what was put before. What lies between is silent. */
  put(sound: Uint8Array, at: number): void;
  /** Writes what is ready. */
  flush(): Promise<void>;
  /** The file is complete, and that long. It is closed then, also when it cannot be completed. */
  end(length: number): Promise<void>;
}

/** Where bytes go. */
export interface FileAccess {
  write(bytes: Uint8Array, position: number): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a new file; one that exists is an error. */
export type OpenFile = (path: string) => Promise<FileAccess>;
