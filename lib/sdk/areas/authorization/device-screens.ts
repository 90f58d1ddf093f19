import { reasonOf } from "../../../protocol/index.js";
import { failed, Failure } from "../../core/operations/failure.js";
import { ErrorType } from "../../../enums/index.js";
import type { DevicePage, DeviceScreen } from "../../device-screen.js";

/** One page on the screen. */
export interface OpenedPage {
  /** Rejects with a {@link Failure}, AuthorizationFailed, when the host cannot show it; its cause is the host's error. */
  readonly shown: Promise<void>;
  /** Closes this page only. */
  close(): void;
}

/** Shows one page at a time on the host's screen, and reports the end of each page once. */
export class DeviceScreens {
  readonly #screen: DeviceScreen;
  readonly #closed: () => void;
  #current: object | undefined;

  /** @param closed called when a page has closed: by the player, by the game, or with the end of the authorization */
  constructor(screen: DeviceScreen, closed: () => void) {
    this.#screen = screen;
    this.#closed = closed;
  }

  /** Replaces the page that is open. */
  open(page: DevicePage): OpenedPage {
    this.close();
    const opened = {};
    this.#current = opened;
    return { shown: this.#show(page, opened), close: () => this.#closeOne(opened) };
  }

  /** Does nothing when no page is open. */
  close(): void {
    if (this.#current !== undefined) this.#closeOne(this.#current);
  }

  async #show(page: DevicePage, opened: object): Promise<void> {
    try {
      await this.#screen.open(page, () => this.#ended(opened));
    } catch (cause) {
      if (this.#current === opened) this.#current = undefined;
      const message = `could not open the screen of the device: ${reasonOf(cause)}`;
      throw new Failure(failed(ErrorType.AuthorizationFailed, message), { cause });
    }
  }

  #closeOne(opened: object): void {
    if (this.#current !== opened) return;
    this.#screen.close();
    this.#ended(opened);
  }

  #ended(opened: object): void {
    if (this.#current !== opened) return;
    this.#current = undefined;
    this.#closed();
  }
}
