import {
  deviceForm,
  DevicePolling,
  parseDeviceResponse,
  type DeviceCodes,
  type ExternalToken,
  type PollFailure,
} from "../../../protocol/index.js";
import { DEVICE_PAGE_PATH, Route } from "../../../wire/index.js";
import { idArgument, textArgument, type IdLike } from "../../argument.js";
import { addressesOf } from "../../core/api/addresses.js";
import type { Api } from "../../core/api/api.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import type { EventHub } from "../../core/events/event-hub.js";
import { failed, Failure, parsed } from "../../core/operations/failure.js";
import type { Feature } from "../../core/events/feature.js";
import { Task, type TaskOf } from "../../core/operations/task.js";
import { wait } from "./wait.js";
import { ErrorType, LoggingSeverity } from "../../../enums/index.js";
import type { Host } from "../../host-options.js";
import type { ClientCreateOptions } from "../../values/client-create-options.js";
import { validArgument } from "../../values/copy-of.js";
import { DeviceAuthorizationArgs } from "../../values/device-authorization-args.js";
import { requestOf } from "./authorization-request.js";
import { tokenShape, type TokenExchangeResult } from "./authorization-results.js";
import { DeviceScreens } from "./device-screens.js";
import { externalToken, type GivenToken } from "./external-token.js";
import { exchangeGrant } from "./token-endpoint.js";

export interface DeviceParts {
  host: Pick<Host, "clock" | "deviceScreen">;
  options: ClientCreateOptions;
  api: Api;
  logs: ClientLogs;
  events: EventHub<ClientEvents>;
  application: { readonly id: bigint };
}

/** The parameters of a sign-in. */
interface DeviceRequest {
  readonly clientId: bigint;
  readonly scopes: string;
  readonly merge: ExternalToken | undefined;
}

/** Why a sign-in ended before the platform decided. */
type Ending = "aborted" | "expired";

/** One sign-in: its signal, and why it ended. */
class SignIn {
  readonly #controller = new AbortController();
  #ending: Ending | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get ending(): Ending | undefined {
    return this.#ending;
  }

  end(ending: Ending): void {
    this.#ending ??= ending;
    this.#controller.abort();
  }

  /** Ends what may still run. */
  stop(): void {
    this.#controller.abort();
  }
}

/** Sign-in on a device: the player answers on another one (RFC 8628). */
export class DeviceArea implements Feature {
  readonly #parts: DeviceParts;
  readonly #screens: DeviceScreens;
  readonly #running = new Set<SignIn>();

  constructor(parts: DeviceParts) {
    this.#parts = parts;
    this.#screens = new DeviceScreens(parts.host.deviceScreen, () =>
      parts.events.emit("authorizeDeviceScreenClosed"),
    );
  }

  /** @param external whose provisional account is merged */
  getToken(args: DeviceAuthorizationArgs, external?: GivenToken): TaskOf<typeof tokenShape> {
    return new Task(tokenShape, async ({ signal }) => {
      const request = requestOf(
        validArgument(DeviceAuthorizationArgs, "args", args),
        this.#parts.application,
      );
      return this.#getToken(
        { ...request, merge: external && externalToken(this.#parts.logs, external) },
        signal,
      );
    });
  }

  /** Ends a running sign-in, its request, its timers and its screen. */
  abort(): void {
    for (const running of this.#running) running.end("aborted");
  }

  openScreen(clientId: IdLike, userCode: string): void {
    const address = addressesOf(this.#parts.options).webBase + DEVICE_PAGE_PATH;
    const page = {
      clientId: idArgument("clientId", clientId),
      userCode: textArgument("userCode", userCode),
      address,
      completeAddress: `${address}?user_code=${encodeURIComponent(userCode)}`,
    };
    this.#screens.open(page).shown.catch((error: unknown) => {
      const text = error instanceof Failure ? error.result.error : "";
      this.#parts.logs.write("general", LoggingSeverity.Warning, `openAuthorizeDeviceScreen: ${text}`);
    });
  }

  closeScreen(): void {
    this.#screens.close();
  }

  destroyed(): void {
    this.abort();
    this.#screens.close();
  }

  async #getToken(request: DeviceRequest, outer: AbortSignal): Promise<TokenExchangeResult> {
    const running = new SignIn();
    this.#running.add(running);
    try {
      return await this.#signIn(request, running, AbortSignal.any([outer, running.signal]));
    } catch (error) {
      throw running.ending === undefined ? error : endedBy(running.ending);
    } finally {
      this.#running.delete(running);
      running.stop();
    }
  }

  async #signIn(request: DeviceRequest, running: SignIn, signal: AbortSignal): Promise<TokenExchangeResult> {
    const { api, host, logs } = this.#parts;
    const { clientId, scopes } = request;
    const form = deviceForm(clientId, scopes);
    const body = await api.call({ method: "POST", path: Route.oauth2DeviceAuthorize(), form, signal });
    const codes = parsed(parseDeviceResponse(body), "codes for a device");
    logs.keepSecret(codes.deviceCode.reveal());
    // One code is shown at a time.
    for (const other of this.#running) if (other !== running) other.end("aborted");
    const cancelEnd = host.clock.schedule(codes.lifeMs, () => running.end("expired"));
    const { userCode, address, completeAddress } = codes;
    const screen = this.#screens.open({ clientId, userCode, address, completeAddress });
    try {
      // A host that takes its time to show the screen delays neither the tokens nor an abort.
      const polling = this.#poll(request, codes, signal);
      return await Promise.race([screen.shown.then(() => polling), polling]);
    } finally {
      cancelEnd();
      screen.close();
    }
  }

  async #poll(
    { clientId, merge }: DeviceRequest,
    codes: DeviceCodes,
    signal: AbortSignal,
  ): Promise<TokenExchangeResult> {
    const polling = new DevicePolling(codes.intervalMs);
    const grant = { kind: "device", clientId, deviceCode: codes.deviceCode.reveal(), merge } as const;
    for (;;) {
      await wait(this.#parts.host.clock, polling.delayMs, signal);
      try {
        return await exchangeGrant(this.#parts, grant, signal);
      } catch (error) {
        const failure = signal.aborted ? undefined : pollFailureOf(error);
        const verdict = failure === undefined ? "failed" : polling.failed(failure);
        if (verdict === "denied")
          throw new Failure(failed(ErrorType.Aborted, "the user denied the authorization"));
        if (verdict === "expired") throw endedBy("expired");
        if (verdict === "failed") throw error;
      }
    }
  }
}

/** Undefined for what another poll cannot mend. */
function pollFailureOf(error: unknown): PollFailure | undefined {
  if (!(error instanceof Failure)) return undefined;
  const { type, responseBody: body, retryable, retryAfter } = error.result;
  if (type === ErrorType.NetworkError) return { kind: "lost" };
  if (type !== ErrorType.HTTPError) return undefined;
  return { kind: "status", body, retryable, retryAfterMs: retryAfter * 1000 };
}

function endedBy(ending: Ending): Failure {
  return ending === "aborted"
    ? new Failure(failed(ErrorType.Aborted, "the authorization was aborted"))
    : new Failure(failed(ErrorType.AuthorizationFailed, "the user did not answer before the code expired"));
}
