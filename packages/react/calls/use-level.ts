import { useEffect } from "react";
import type { LobbyId, UserId } from "sdkpp/surface";
import { useSocial } from "../provider/use-social.js";
import { useLatest } from "../store/use-latest.js";
import { levelOf } from "./level-of.js";
import type { LevelOptions, LevelTarget } from "./level-options.js";
import { writeLevel } from "./write-level.js";

/**
 * Shows how loud a user is: it writes 0 (silence) to 1, in hundredths, into a CSS variable of an element, or calls a function, with each frame in which that changes. It
 * renders nothing, ever. Levels are measured while a component shows one.
 * @param target a ref of the element, or a function
 * @example
 * const ref = useRef<HTMLDivElement>(null);
 * useLevel(lobbyId, userId, ref);
 * return <div ref={ref} style={{ scale: "var(--level, 0) 1" }} />;
 */
export function useLevel(
  lobbyId: LobbyId,
  userId: UserId,
  target: LevelTarget,
  { property = "--level", floorDbfs = -60 }: LevelOptions = {},
): void {
  const { levels } = useSocial();
  const newest = useLatest(target);
  useEffect(() => {
    let shown: number | undefined;
    const show = (): void => {
      const level = levelOf(levels.of(lobbyId, userId), floorDbfs);
      if (level === shown) return;
      shown = level;
      writeLevel(newest.current, property, level);
    };
    show();
    return levels.watch(show);
  }, [levels, lobbyId, userId, property, floorDbfs, newest]);
}
