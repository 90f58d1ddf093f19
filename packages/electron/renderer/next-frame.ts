/** A hidden page draws nothing, and is told what changed once a second. */
const HIDDEN_MS = 1000;

/** Runs a task with the next frame of the screen, or a second later where the page is hidden. */
export function nextFrame(task: () => void): void {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    task();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, HIDDEN_MS);
}
