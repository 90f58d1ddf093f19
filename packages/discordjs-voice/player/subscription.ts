import type { AudioPlayer, PlayerSubscription as Shape, VoiceConnection } from "../shapes.js";

/** A connection plays what a player plays. */
export class PlayerSubscription implements Shape {
  readonly connection: VoiceConnection;
  readonly player: AudioPlayer;

  constructor(connection: VoiceConnection, player: AudioPlayer) {
    this.connection = connection;
    this.player = player;
  }

  unsubscribe(): void {
    this.connection.onSubscriptionRemoved(this);
    this.player.unsubscribe(this);
  }
}
