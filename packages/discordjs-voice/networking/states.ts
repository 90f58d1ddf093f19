import type { DAVESession } from "./dave-session.js";
import type { NetworkingStatusCode } from "./status-code.js";
import type { VoiceUDPSocket } from "./udp-socket.js";
import type { VoiceWebSocket } from "./web-socket.js";

/** What a voice session is opened with. */
export interface ConnectionOptions {
  channelId: string;
  endpoint: string;
  serverId: string;
  sessionId: string;
  token: string;
  userId: string;
}

/** Data of a connected voice session. Keys and counters are the engine's: they are empty here. */
export interface ConnectionData {
  connectedClients: Set<string>;
  encryptionMode: string;
  nonce: number;
  nonceBuffer: Buffer;
  packetsPlayed: number;
  secretKey: Uint8Array;
  sequence: number;
  speaking: boolean;
  ssrc: number;
  timestamp: number;
}

/** The socket to the voice gateway is being opened. */
export interface NetworkingOpeningWsState {
  code: NetworkingStatusCode.OpeningWs;
  connectionOptions: ConnectionOptions;
  ws: VoiceWebSocket;
}

/** The voice gateway is told who the bot is. */
export interface NetworkingIdentifyingState extends Omit<NetworkingOpeningWsState, "code"> {
  code: NetworkingStatusCode.Identifying;
}

/** The own address is being found out. */
export interface NetworkingUdpHandshakingState extends Omit<NetworkingOpeningWsState, "code"> {
  code: NetworkingStatusCode.UdpHandshaking;
  connectionData: Pick<ConnectionData, "connectedClients" | "ssrc">;
  udp: VoiceUDPSocket;
}

/** The encryption is agreed on. */
export interface NetworkingSelectingProtocolState extends Omit<NetworkingUdpHandshakingState, "code"> {
  code: NetworkingStatusCode.SelectingProtocol;
}

/** Sound can flow. */
export interface NetworkingReadyState extends Omit<NetworkingOpeningWsState, "code"> {
  code: NetworkingStatusCode.Ready;
  connectionData: ConnectionData;
  dave?: DAVESession | undefined;
  preparedPacket?: Buffer | undefined;
  udp: VoiceUDPSocket;
}

/** The session is being resumed after its socket was lost. */
export interface NetworkingResumingState extends Omit<NetworkingReadyState, "code"> {
  code: NetworkingStatusCode.Resuming;
}

/** The session is over. */
export interface NetworkingClosedState {
  code: NetworkingStatusCode.Closed;
}

/** The states of a voice session. */
export type NetworkingState =
  | NetworkingClosedState
  | NetworkingIdentifyingState
  | NetworkingOpeningWsState
  | NetworkingReadyState
  | NetworkingResumingState
  | NetworkingSelectingProtocolState
  | NetworkingUdpHandshakingState;
