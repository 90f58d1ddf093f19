import { EventEmitter } from "node:events";

/** Stands where programs look for the socket to the voice gateway. The socket is the engine's: this one sends nothing. */
export class VoiceWebSocket extends EventEmitter {
  /** Not known: heartbeats are the engine's. */
  ping?: number;
  /** Not counted here. */
  sequence = -1;

  constructor(_address?: string, _debug?: boolean) {
    super();
  }

  /** Does nothing: the socket closes with its session. */
  destroy(): void {
    return undefined;
  }

  /** Does nothing. */
  sendPacket(_packet: object): void {
    return undefined;
  }

  /** Does nothing. */
  sendBinaryMessage(_opcode: number, _payload: Buffer): void {
    return undefined;
  }

  /** Does nothing. */
  setHeartbeatInterval(_ms: number): void {
    return undefined;
  }
}
