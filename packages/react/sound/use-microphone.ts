import { useEffect, useMemo } from "react";
import { levelOf } from "../calls/level-of.js";
import type { LevelOptions, LevelTarget } from "../calls/level-options.js";
import { writeLevel } from "../calls/write-level.js";
import { useSocial } from "../provider/use-social.js";
import { useLatest } from "../store/use-latest.js";
import { useSource } from "../store/use-source.js";
import { whole } from "../store/whole.js";

/**
 * Shows how loud the player's microphone is, in a call or not, as `useLevel` shows a user: no level renders anything. The microphone is open while such a
 * component is mounted, which the system may show to the player.
 * @param target a ref of the element, or a function that takes 0 (silence) to 1
 * @returns why nothing is measured, in words for the player; "" when all is well. It renders when that changes
 * @example
 * const meter = useRef<HTMLDivElement>(null);
 * const problem = useMicrophone(meter);
 * return problem === "" ? <div ref={meter} className="meter" /> : <p role="alert">{problem}</p>;
 */
export function useMicrophone(
  target: LevelTarget,
  { property = "--level", floorDbfs = -60 }: LevelOptions = {},
): string {
  const { microphone } = useSocial();
  const newest = useLatest(target);
  useEffect(() => {
    let shown: number | undefined;
    const show = (): void => {
      const level = levelOf(microphone.dbfs, floorDbfs);
      if (level === shown) return;
      shown = level;
      writeLevel(newest.current, property, level);
    };
    show();
    return microphone.watch(show);
  }, [microphone, property, floorDbfs, newest]);
  const source = useMemo(
    () => ({
      watch: (listener: () => void) => microphone.watch(listener),
      read: () => microphone.problem,
    }),
    [microphone],
  );
  return useSource(source, whole<string>, "");
}
