/**
 * A clock of how long somebody has waited, milliseconds: the time of the platform, so that a test that moves it waits no longer. While
 * the platform's clock stands, real time counts: nothing else would end the wait. What it is set back by does not count.
 * @param platform the platform's clock, milliseconds
 * @param real a clock that nobody stops, milliseconds
 */
export function passedTime(
  platform: () => number | Promise<number>,
  real: () => number = () => performance.now(),
): () => Promise<number> {
  let last: { readonly platform: number; readonly real: number } | undefined;
  let passed = 0;
  return async () => {
    const now = { platform: await platform(), real: real() };
    const moved = now.platform - (last ?? now).platform;
    passed += moved > 0 ? moved : now.real - (last ?? now).real;
    last = now;
    return passed;
  };
}
