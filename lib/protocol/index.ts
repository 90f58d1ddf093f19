/** Sans-IO machines and the parsers of untrusted JSON. */
export * from "./argument.js";
export * from "./checked.js";
export { displayableCode, privacyCode, verificationCode } from "./dave/displayable-code.js";
export { keyFingerprint, pairwiseFingerprint, type IdentityKey } from "./dave/fingerprint.js";
export type { EncryptionRequirement } from "./dave/frame-policy.js";
export type { DaveMember } from "./dave/member-watch.js";
export {
  ENCRYPTION_STATES,
  type DaveOutput,
  type DavePhase,
  type DaveStatus,
  NO_ENCRYPTION,
  type EncryptionState,
} from "./dave/output.js";
export type { DaveIdentity } from "./dave/own-group.js";
export { selfSignature } from "./dave/self-signature.js";
export { DaveSession, type DaveSessionOptions } from "./dave/session.js";
export { DAVE_TRANSITIONS, type DaveInput, type DaveState } from "./dave/transitions.js";
export { backoffDelay, BACKOFF_MAX_MS } from "./gateway/backoff.js";
export { parseGatewayFrame, parseJson } from "./gateway/frame.js";
export { gatewayUrl, identifyFrame, resumeFrame } from "./gateway/identify.js";
export {
  GatewaySession,
  type GatewayError,
  type GatewayOutput,
  type GatewayStatus,
} from "./gateway/session.js";
export { GATEWAY_TRANSITIONS, type GatewayInput, type GatewayState } from "./gateway/transitions.js";
export { splitCommand, windowsQuoted } from "./launch/command-line.js";
export { desktopEntry, mimeTypeOf, type DesktopEntry } from "./launch/desktop-entry.js";
export { launchScheme, readLaunch, type Launch } from "./launch/launch-address.js";
export { bundleIdOf, bundleOf, gameFile, handlerOf, schemeHandler } from "./launch/mac-handler.js";
export { withDefaultApplication } from "./launch/mime-apps.js";
export { registryEntry, registryRemoval, type RegistryEntry } from "./launch/windows-registry.js";
export { MlsError, type MlsErrorCode, type MlsRemedy } from "./mls/error.js";
export { MlsGroup, type MlsMember, type OwnCommit } from "./mls/group.js";
export { createKeyPackage, OwnKeyPackage } from "./mls/key-package.js";
export type { MembershipOptions } from "./mls/membership.js";
export type { RandomBytes } from "./mls/random.js";
export {
  generateSignatureKey,
  importSignatureKey,
  restoreSignatureKey,
  type SignatureKeyPair,
} from "./mls/signature-key.js";
export { authorizeUrl, type AuthorizeRequest } from "./oauth/authorize-url.js";
export {
  deviceForm,
  DevicePolling,
  parseDeviceResponse,
  type DeviceCodes,
  type PollFailure,
} from "./oauth/device.js";
export { announcesIssuer } from "./oauth/metadata.js";
export { codeChallenge, codeVerifier, VERIFIER_BYTES } from "./oauth/pkce.js";
export {
  judgeRedirect,
  judgeRedirectAddress,
  schemeRedirectUri,
  type RedirectExpectation,
  type RedirectJudgement,
  type RedirectRequest,
} from "./oauth/redirect.js";
export {
  parseTokenResponse,
  revokeForm,
  tokenForm,
  type ExternalToken,
  type TokenGrant,
  type TokenGrantResult,
} from "./oauth/token.js";
export { SendWindow } from "./gateway/send-window.js";
export { parseGatewayAddress } from "./payloads/gateway-address.js";
export { isRetryableStatus, readHttpError, type HttpErrorFacts } from "./payloads/http-error.js";
export type { AdditionalContentKind, CheckedAdditionalContent } from "./payloads/additional-content.js";
export {
  parseActivityInvite,
  parseJoinSecret,
  parseInviteMessage,
  type CheckedActivityInvite,
} from "./payloads/activity-invite.js";
export { parseActivity } from "./payloads/activity.js";
export {
  parseApplicationIdentityRemove,
  parseApplicationIdentityUpdate,
  parseApplicationProfiles,
  type CheckedApplicationProfile,
} from "./payloads/application-profile.js";
export * from "./payloads/channel.js";
export { parseAcknowledgedDisclosures } from "./payloads/disclosures.js";
export * from "./payloads/guild.js";
export * from "./payloads/lobby.js";
export * from "./payloads/message.js";
export { parsePresence, type CheckedPresence } from "./payloads/presence.js";
export { parseReady, type CheckedReady } from "./payloads/ready.js";
export * from "./payloads/relationship.js";
export { parseTokenExpiry } from "./payloads/token-facts.js";
export { parseUser, type CheckedUser } from "./payloads/user.js";
export { parseVoiceServer, type CheckedVoiceServer } from "./payloads/voice-server.js";
export { parseVoiceState, type CheckedVoiceState } from "./payloads/voice-state.js";
export { fleet, PIPE, type Authenticity } from "./handover/authenticity.js";
export type { Move } from "./handover/move.js";
export { readOffer, writeOffer, type Offer } from "./handover/offer.js";
export { PIPE_KEY_BYTES, PipeCipher } from "./handover/pipe-cipher.js";
export { readPipeMessage, writePipeMessage, type PipeMessage } from "./handover/pipe-message.js";
export { MoveTarget, sealCall, type MoveParts } from "./handover/sealed-call.js";
export {
  damagedKeep,
  MOST_NUMBERS,
  readClaim,
  writeClaim,
  type KeptClaim,
  type KeptTide,
  type NumberRange,
} from "./keeping/kept-claim.js";
export { GroundSeal, KEEP_KEY_BYTES, type GroundPlace } from "./keeping/sealed-ground.js";
export { reasonOf, stackOf } from "./reason.js";
export { Redactor } from "./redactor.js";
export { parseRpcAnswer, parseRpcComplaint, type RpcAnswer, type RpcComplaint } from "./rpc/answer.js";
export { savedFields, type Field } from "./saved/field.js";
export { FieldReader } from "./saved/field-reader.js";
export { FieldWriter } from "./saved/field-writer.js";
export { RestoreError, type RestoreProblem } from "./saved/restore-error.js";
export { Secret } from "./secret.js";
export { sha256 } from "./sha256.js";
export * from "./voice/frames.js";
export * from "./voice/sound-arguments.js";
export { parseVoiceFrame, type VoiceFrameParts, type VoiceMessage } from "./voice/messages.js";
