import { useState, type KeyboardEvent, type ReactElement } from "react";

/** A button to hold while talking: with the pointer, or with the space bar while it has the focus. */
export function TalkKey({ onKey }: { onKey: (isDown: boolean) => void }): ReactElement {
  const [isDown, setDown] = useState(false);
  const hold = (down: boolean): void => {
    if (down === isDown) return;
    setDown(down);
    onKey(down);
  };
  const onSpace = (event: KeyboardEvent, down: boolean): void => {
    if (event.key !== " ") return;
    event.preventDefault();
    hold(down);
  };
  return (
    <button
      aria-pressed={isDown}
      onPointerDown={() => hold(true)}
      onPointerUp={() => hold(false)}
      onPointerLeave={() => hold(false)}
      onKeyDown={(event) => onSpace(event, true)}
      onKeyUp={(event) => onSpace(event, false)}
      onBlur={() => hold(false)}
    >
      Hold to talk
    </button>
  );
}
