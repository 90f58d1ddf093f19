const DEADLINE_MS = 20_000;

/** @throws {Error} with `what` when the promise takes longer */
export async function deadline<T>(what: string, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out waiting for ${what}`)), DEADLINE_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits frame by frame until a condition holds. */
export async function frames(what: string, holds: () => boolean): Promise<void> {
  const end = performance.now() + DEADLINE_MS;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`timed out waiting for ${what}`);
    await frame();
  }
}
