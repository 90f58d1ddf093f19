/** Holds this thread for 100 of every 200 ms. @returns ends it */
export function blockHalf() {
  const timer = setInterval(() => {
    const end = performance.now() + 100;
    while (performance.now() < end);
  }, 200);
  return () => clearInterval(timer);
}
