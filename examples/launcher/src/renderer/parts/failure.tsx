import type { ReactElement } from "react";

/** Says why something was not done; nothing without an error. */
export function Failure({ error }: { error: Error | undefined }): ReactElement | null {
  return error === undefined ? null : <p role="alert">{error.message}</p>;
}
