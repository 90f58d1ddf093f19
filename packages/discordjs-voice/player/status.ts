/** The statuses of an audio player. */
export enum AudioPlayerStatus {
  /** No connection is ready; the player goes on when one is. */
  AutoPaused = "autopaused",
  /** The resource has no sound yet. */
  Buffering = "buffering",
  /** No resource. */
  Idle = "idle",
  /** Paused by the bot. */
  Paused = "paused",
  /** The resource plays. */
  Playing = "playing",
}

/** What a player does while no connection is ready. */
export enum NoSubscriberBehavior {
  /** Keeps its place. */
  Pause = "pause",
  /** Goes on unheard. */
  Play = "play",
  /** Ends the resource. */
  Stop = "stop",
}
