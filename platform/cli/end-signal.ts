const END_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves on the first signal to end. A second signal ends the process at once. */
export function nextEndSignal(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      for (const signal of END_SIGNALS) process.removeListener(signal, end);
      resolve();
    };
    for (const signal of END_SIGNALS) process.on(signal, end);
  });
}
