/** The statuses of a voice connection. */
export enum VoiceConnectionStatus {
  /** The voice server is known, and the way to it is being opened. */
  Connecting = "connecting",
  /** For good: nothing can be done with the connection any more. */
  Destroyed = "destroyed",
  /** It stays so until {@link VoiceConnection.rejoin}. */
  Disconnected = "disconnected",
  /** Sound can flow. */
  Ready = "ready",
  /** The main gateway was asked for a voice session. */
  Signalling = "signalling",
}

/** Why a voice connection is disconnected. */
export enum VoiceConnectionDisconnectReason {
  /** The voice gateway closed the socket; the state has the close code. */
  WebSocketClose = 0,
  /** The bot library could not send on the main gateway. */
  AdapterUnavailable = 1,
  /** The service took the voice server away. */
  EndpointRemoved = 2,
  /** The bot asked for it. */
  Manual = 3,
}
