import { Client } from "sdkpp";

/** A client that is not ready by then shows pages why. */
const LONGEST_MS = 5000;

/**
 * Resolves when a client has signed in again, or could not. Until then pages that a process before it served keep what they have: the state of a client
 * that has just begun would look to the player like the end of the session.
 */
export function signedInAgain(client: Client): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, LONGEST_MS);
    const subscription = client.on("statusChanged", (status) => status === Client.Status.Ready && done());
    function done(): void {
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    }
  });
}
