/** How a level is shown. */
export interface LevelOptions {
  /** the CSS variable that gets it; default `--level` */
  readonly property?: `--${string}`;
  /** dBFS that is shown as 0; default −60 */
  readonly floorDbfs?: number;
}

/** An element that shows a level, or a function that does. */
export type LevelTarget = { readonly current: Pick<HTMLElement, "style"> | null } | ((level: number) => void);
