/** What a program needs to use the control API. */
export interface ControlAccess {
  /** `http://127.0.0.1:<port>`, or `unix:<path>`. */
  readonly url: string;
  readonly token: string;
}
