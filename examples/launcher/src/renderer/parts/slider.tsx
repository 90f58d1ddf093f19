import { useEffect, useId, useRef, type ReactElement } from "react";

interface SliderProps {
  readonly label: string;
  /** percent */
  readonly value: number;
  readonly max: number;
  readonly onMove: (percent: number) => void;
}

/** A volume. While the player moves it, what comes back is older than what it shows, so then it stays as it is. */
export function Slider({ label, value, max, onMove }: SliderProps): ReactElement {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null && document.activeElement !== input.current)
      input.current.value = String(value);
  }, [value]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="range"
        min={0}
        max={max}
        step={5}
        defaultValue={value}
        onChange={({ target }) => onMove(Number(target.value))}
      />
    </div>
  );
}
