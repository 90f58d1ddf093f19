import {
  parseSnowflake,
  RPC_ANSWER_MAX,
  RPC_PAYLOAD_MAX,
  RPC_VERSION,
  RpcCloseCode,
  RpcCommand,
  RpcErrorCode,
  RpcEvent,
  RpcFrameError,
  RpcFrameReader,
  RpcOpcode,
  rpcText,
  writeRpcFrame,
  type RpcFrame,
  type RpcReadyPayload,
  type Snowflake,
} from "sdkpp/wire";
import type { Timer } from "../clock/clock.js";
import { parseLosslessOrUndefined } from "../json/lossless.js";
import type { Direction } from "../taps/wire-tap.js";
import { runCommand } from "./commands.js";
import type { DesktopApp } from "./desktop-app.js";
import { RpcGame, type GameSink } from "./game.js";
import { RpcRejection } from "./rejection.js";
import { readHandshake, readRequest } from "./request-shapes.js";
import { rpcUserView } from "./views.js";

/** A connection's view of its socket. Its members never throw. */
export interface RpcPort {
  /** Writes one frame at once. */
  write(frame: Uint8Array): void;
  /** Bytes that are queued and not yet taken by the system. */
  readonly unsentBytes: number;
  /** Closes after what was written. */
  end(): void;
  /** Drops the connection. */
  destroy(): void;
}

/** How long a game may take to shake hands, milliseconds. */
export const HANDSHAKE_DEADLINE_MS = 10_000;
/** Limit on unsent bytes for a game that does not read: the longest answer, and events beside it. */
export const UNSENT_BYTES_MAX = RPC_ANSWER_MAX + 1024 * 1024;
/** Frames that one connection may send in {@link FLOOD_WINDOW_MS}. */
export const FLOOD_FRAMES_MAX = 2000;
export const FLOOD_WINDOW_MS = 10_000;

/** One socket of a desktop app, from the handshake to its end. */
export class RpcConnection implements GameSink {
  readonly #app: DesktopApp;
  readonly #port: RpcPort;
  readonly #sessionId: string;
  readonly #reader = new RpcFrameReader(RPC_PAYLOAD_MAX);
  readonly #deadline: Timer;
  #game: RpcGame | undefined;
  #isOpen = true;
  #windowStart = 0;
  #windowCount = 0;

  constructor(app: DesktopApp, port: RpcPort, sessionId: string) {
    this.#app = app;
    this.#port = port;
    this.#sessionId = sessionId;
    this.#deadline = app.context.machineClock.after(HANDSHAKE_DEADLINE_MS, () =>
      this.close(RpcCloseCode.Unsupported, "no handshake in time"),
    );
  }

  /** Takes the next bytes of the stream. */
  received(chunk: Uint8Array): void {
    if (!this.#isOpen) return;
    try {
      this.#reader.push(chunk);
      for (let frame = this.#reader.next(); frame !== undefined; frame = this.#reader.next()) {
        this.#handle(frame);
        if (!this.#isOpen) return;
      }
    } catch (error) {
      if (!(error instanceof RpcFrameError)) throw error;
      this.close(RpcCloseCode.Unsupported, error.message);
    }
  }

  /** The socket has closed. */
  closed(): void {
    this.#isOpen = false;
    this.#deadline.cancel();
    const game = this.#game;
    this.#game = undefined;
    if (game !== undefined) this.#app.end(game);
  }

  dispatch(evt: RpcEvent, data: unknown): void {
    this.#frame({ cmd: RpcCommand.Dispatch, evt, data, nonce: null });
  }

  close(code: number, message: string): void {
    if (!this.#isOpen) return;
    this.#app.context.guard.remark(`closed ${this.#name()} with ${code}: ${message}`);
    this.#write(RpcOpcode.Close, JSON.stringify({ code, message }));
    this.#port.end();
    this.closed();
  }

  /** The platform failed to process what the game sent. */
  faulted(): void {
    this.#port.destroy();
    this.closed();
  }

  #handle(frame: RpcFrame): void {
    this.#tell("in", frame.opcode, frame.payload);
    if (this.#floods()) return this.close(RpcCloseCode.RateLimited, "too many frames");
    if (frame.opcode === RpcOpcode.Handshake && this.#game === undefined) return this.#shakeHands(frame);
    if (frame.opcode === RpcOpcode.Close) return this.#leave();
    if (this.#game === undefined) return this.close(RpcCloseCode.Unsupported, "expected a handshake");
    switch (frame.opcode) {
      case RpcOpcode.Frame:
        return this.#request(this.#game, frame);
      case RpcOpcode.Ping:
        return this.#write(RpcOpcode.Pong, frame.payload);
      case RpcOpcode.Pong:
        return;
      default:
        return this.close(RpcCloseCode.Unsupported, `unexpected opcode ${frame.opcode}`);
    }
  }

  #shakeHands({ payload }: RpcFrame): void {
    const given = parse(payload);
    if (given === undefined) return this.close(RpcCloseCode.InvalidEncoding, "the payload is not JSON");
    const input = readHandshake(given);
    if (input === undefined)
      return this.close(RpcCloseCode.InvalidClientId, readHandshake.complaint("handshake", given));
    if (String(input.v) !== String(RPC_VERSION))
      return this.close(RpcCloseCode.InvalidVersion, `Unsupported version: ${input.v}`);
    const { context, userId } = this.#app;
    const application = context.world.applications.get(String(parseSnowflake(input.client_id) ?? ""));
    const user = context.world.users.get(userId);
    if (application === undefined || user === undefined)
      return this.close(RpcCloseCode.InvalidClientId, "Invalid Client ID");
    this.#deadline.cancel();
    this.#game = this.#begin(application.id);
    this.dispatch(RpcEvent.Ready, {
      v: RPC_VERSION,
      config: configOf(context.addresses.webBase),
      user: rpcUserView(user),
    } satisfies RpcReadyPayload);
  }

  #begin(applicationId: Snowflake): RpcGame {
    const { context, userId } = this.#app;
    const game = new RpcGame(context, this.#sessionId, userId, applicationId, this);
    this.#app.begin(game);
    return game;
  }

  #request(game: RpcGame, { payload }: RpcFrame): void {
    const given = parse(payload);
    if (given === undefined) return this.close(RpcCloseCode.InvalidEncoding, "the payload is not JSON");
    const input = readRequest(given);
    if (input === undefined) return this.#reject(given, readRequest.complaint("payload", given));
    const answer = this.#app.context.guard.run<unknown>(
      `the RPC command ${input.cmd}`,
      () => runCommand(this.#app, game, input),
      () => new RpcRejection(RpcErrorCode.Unknown, "Unknown Error"),
    );
    if (!(answer instanceof Promise)) {
      this.#answer(input, answer);
      return this.#app.mayListen(game);
    }
    this.#app.context.guard.start(
      `the RPC command ${input.cmd}`,
      answer.then((later: unknown) => this.#answer(input, later)),
      () => this.#answer(input, new RpcRejection(RpcErrorCode.Unknown, "Unknown Error")),
    );
  }

  /** A request that cannot be read may still have a command and a nonce. */
  #reject(given: unknown, complaint: string): void {
    const { cmd, nonce } = (typeof given === "object" && given !== null ? given : {}) as Record<
      string,
      unknown
    >;
    const named = {
      cmd: typeof cmd === "string" && cmd.length <= 64 ? cmd : "",
      nonce: typeof nonce === "string" && nonce.length <= 128 ? nonce : null,
    };
    this.#answer(named, new RpcRejection(RpcErrorCode.InvalidPayload, complaint));
  }

  #answer({ cmd, nonce }: { cmd: string; nonce: string | null }, answer: unknown): void {
    if (!(answer instanceof RpcRejection)) return this.#frame({ cmd, data: answer, evt: null, nonce });
    const { code, message, details } = answer;
    this.#frame({ cmd, data: { code, message, ...details }, evt: RpcEvent.Error, nonce });
  }

  #frame(payload: { cmd: string; data: unknown; evt: string | null; nonce: string | null }): void {
    try {
      this.#write(RpcOpcode.Frame, JSON.stringify(payload));
    } catch (error) {
      if (!(error instanceof RpcFrameError)) throw error;
      this.#app.context.guard.remark(`did not send ${payload.evt ?? payload.cmd}: ${error.message}`);
      if (payload.nonce !== null)
        this.#answer(
          payload as { cmd: string; nonce: string },
          new RpcRejection(RpcErrorCode.Unknown, error.message),
        );
    }
  }

  #write(opcode: RpcOpcode, payload: string | Uint8Array): void {
    if (!this.#isOpen) return;
    this.#port.write(writeRpcFrame(opcode, payload, RPC_ANSWER_MAX));
    this.#tell("out", opcode, payload);
    if (this.#port.unsentBytes <= UNSENT_BYTES_MAX) return;
    this.#app.context.guard.remark(`dropped ${this.#name()}: it does not read`);
    this.#port.destroy();
    this.closed();
  }

  #tell(direction: Direction, opcode: number, payload: string | Uint8Array): void {
    const { tap } = this.#app.context;
    if (!tap.isOn) return;
    const { userId } = this.#app;
    tap.frame({ direction, opcode, payload, userId, applicationId: this.#game?.applicationId });
  }

  #leave(): void {
    this.#port.end();
    this.closed();
  }

  #floods(): boolean {
    const now = this.#app.context.machineClock.elapsed();
    if (now - this.#windowStart >= FLOOD_WINDOW_MS || now < this.#windowStart) {
      this.#windowStart = now;
      this.#windowCount = 0;
    }
    this.#windowCount += 1;
    return this.#windowCount > FLOOD_FRAMES_MAX;
  }

  #name(): string {
    return this.#game === undefined ? "a connection" : `a game of application ${this.#game.applicationId}`;
  }
}

function parse(payload: Uint8Array): unknown {
  const text = rpcText(payload);
  return text === undefined ? undefined : parseLosslessOrUndefined(text);
}

/** Addresses without a scheme (R§3.3). */
function configOf(webBase: string): RpcReadyPayload["config"] {
  const host = webBase.replace(/^https?:\/\//, "");
  return { cdn_host: `${host}/cdn`, api_endpoint: `//${host}/api`, environment: "production" };
}
