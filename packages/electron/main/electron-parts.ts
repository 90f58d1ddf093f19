// The parts of Electron that this package uses, as shapes: it imports no Electron, so that tests stand in for it and its declarations need
// no package. test/unit/electron/electron-types.ts has the compiler compare them with Electron's own.

/** One end of a channel that main makes; it may be handed to another process once. */
export interface PortMain {
  postMessage(message: unknown, transfer?: PortMain[]): void;
  on(event: "message", listener: (message: PortMessage) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  start(): void;
  close(): void;
}

/** A message, and the ports that came with it. */
export interface PortMessage {
  readonly data: unknown;
  readonly ports: readonly PortMain[];
}

/** A channel with two ends. */
export interface ChannelMain {
  readonly port1: PortMain;
  readonly port2: PortMain;
}

/** A process of its own, as main sees it. */
export interface UtilityProcessPart {
  /** undefined before `spawn` and behind `exit` */
  readonly pid: number | undefined;
  postMessage(message: unknown, transfer?: PortMain[]): void;
  on(event: "message", listener: (message: unknown) => void): unknown;
  on(event: "exit", listener: (code: number) => void): unknown;
  on(event: "spawn", listener: () => void): unknown;
  kill(): boolean;
}

/** How a process of its own starts. */
export interface UtilityForkOptions {
  serviceName?: string;
  execArgv?: string[];
}

/** A frame of a page. */
export interface FramePart {
  readonly url: string;
  readonly origin: string;
  readonly parent: object | null;
  /** its page is gone, and runs what it does at its end */
  readonly detached: boolean;
  isDestroyed(): boolean;
  postMessage(channel: string, message: unknown, transfer?: PortMain[]): void;
}

/** What came from a page. */
export interface FromFrame {
  /** null: the frame has navigated or is gone */
  readonly senderFrame: FramePart | null;
}

/** What is known of a navigation that starts. */
export interface NavigationStart {
  readonly isMainFrame: boolean;
  readonly isSameDocument: boolean;
}

/** The contents of a window. */
export interface WebContentsPart {
  readonly ipc: {
    on(channel: string, listener: (event: FromFrame) => void): unknown;
    removeListener(channel: string, listener: (event: FromFrame) => void): unknown;
  };
  on(event: "did-start-navigation", listener: (details: NavigationStart) => void): unknown;
  on(event: "render-process-gone" | "destroyed", listener: () => void): unknown;
  removeListener(event: "did-start-navigation", listener: (details: NavigationStart) => void): unknown;
  removeListener(event: "render-process-gone" | "destroyed", listener: () => void): unknown;
}

/** A `BrowserWindow`, or anything else with web contents. */
export interface WindowPart {
  readonly webContents: WebContentsPart;
}

/** Seals texts with a key that the operating system keeps. Electron before 42 has only the first half. */
export interface SafeStoragePart {
  isEncryptionAvailable(): boolean;
  encryptString(plainText: string): Buffer;
  decryptString(encrypted: Buffer): string;
  /** on Linux */
  getSelectedStorageBackend?(): string;
  isAsyncEncryptionAvailable?(): Promise<boolean>;
  encryptStringAsync?(plainText: string): Promise<Buffer>;
  decryptStringAsync?(encrypted: Buffer): Promise<{ readonly result: string }>;
}

/** What `startSocial` uses of Electron: the module itself fits. */
export interface ElectronParts {
  readonly utilityProcess: {
    fork(modulePath: string, args?: string[], options?: UtilityForkOptions): UtilityProcessPart;
  };
  readonly MessageChannelMain: new () => ChannelMain;
  readonly safeStorage: SafeStoragePart;
  readonly shell: { openExternal(url: string): Promise<void> };
}

/** What `installLaunch` uses of Electron's `app`. */
export interface AppPart {
  requestSingleInstanceLock(): boolean;
  quit(): void;
  setAsDefaultProtocolClient(protocol: string, path?: string, args?: string[]): boolean;
  on(event: "second-instance", listener: (event: unknown, argv: string[]) => void): unknown;
  on(event: "open-url", listener: (event: { preventDefault(): void }, url: string) => void): unknown;
}
