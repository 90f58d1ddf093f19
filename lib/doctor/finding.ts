import { Finding } from "../wire/index.js";

export type { Finding };

/** The things to check; a check whose member is missing is skipped. */
export interface DoctorOptions {
  /** The file of the addon, as the option `addonPath`. */
  readonly addon?: string;
  /** `<name>:<port>`, to which datagrams are sent. */
  readonly udp?: string;
  /** The API's base URL. */
  readonly api?: string;
  /** `<name>:<port>` of a voice gateway. */
  readonly voice?: string;
  /** A file with additional certificates, PEM. */
  readonly ca?: string;
  /** Folder in which desktop apps listen; default: the usual places. */
  readonly desktopApp?: string;
}

/** Looks at one thing. It fails with a {@link Finding}, never with an exception. */
export type Check = (options: DoctorOptions) => Finding | Promise<Finding>;

export const { ok, skipped, failed } = Finding;
