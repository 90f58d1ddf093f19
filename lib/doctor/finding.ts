/** "skipped": not looked at, or not needed by everybody. */
export type Outcome = "ok" | "failed" | "skipped";

/** The result of a check in one sentence, and the remedy. */
export interface Finding {
  readonly check: string;
  readonly outcome: Outcome;
  readonly found: string;
  /** Only of a failed check. */
  readonly remedy?: string;
}

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

export function ok(check: string, found: string): Finding {
  return { check, outcome: "ok", found };
}

export function skipped(check: string, found: string): Finding {
  return { check, outcome: "skipped", found };
}

export function failed(check: string, found: string, remedy: string): Finding {
  return { check, outcome: "failed", found, remedy };
}
