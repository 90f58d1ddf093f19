/** The sign-in instructions that a device shows to its player. */
export interface DevicePage {
  readonly clientId: bigint;
  /** what the player types, 8 characters of `[A-Z0-9]` */
  readonly userCode: string;
  /** where the player types it, for a device without a browser */
  readonly address: string;
  /** the same with the code in it, for a browser or a QR code */
  readonly completeAddress: string;
}

/** Shows the player of a device where to sign in; the host's part of the device grant. */
export interface DeviceScreen {
  /**
   * Shows the page.
   * @param closed for a screen that the player can close; has no effect after `close`
   */
  open(page: DevicePage, closed: () => void): void | Promise<void>;
  /** Hides the page. */
  close(): void;
}
