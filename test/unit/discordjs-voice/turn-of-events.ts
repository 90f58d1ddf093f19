/** Lets what streams have put off run. */
export function turnOfEvents(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
