/**
 * The door for voice agents: programs that listen to people in a voice channel, answer, and stop when spoken to. Connections come from
 * `sdkpp/voice`.
 * @module
 */
export type { GameCall } from "./agent-host.js";
export type { VoiceAgentEvents } from "./agent-events.js";
export type { VoiceAgentStats } from "./agent-stats.js";
export type { EarFrame } from "./ear-frame.js";
export type { ListenOptions } from "./ear-options.js";
export { EarStream, type EarStreamEvents } from "./ear-stream.js";
export type { Listened } from "./listened.js";
export type { TurnAnswer, TurnCandidate, TurnDetector } from "./turn-detector.js";
export type { EndOfTurn, Prosody, SpeechStart, TurnMoment, TurnPause } from "./turn-events.js";
export type { TurnPolicy } from "./turn-policy.js";
export { TurnWatch } from "./turn-watch.js";
export type { BargeIn } from "./barge-in.js";
export type { BargeInOptions } from "./barge-in-options.js";
export type { Bed, SayOptions } from "./say-options.js";
export type { SpeechChunk, SpeechSource } from "./speech-chunks.js";
export { converse, Conversation, type ConversationEnd, type ConversationOptions } from "./conversation.js";
export type { DuplexAdapter, DuplexAnswer, DuplexInput } from "./duplex.js";
export type { HeardUpTo, Utterance, UtteranceEnd, UtteranceEndReason } from "./utterance.js";
export { VoiceAgent } from "./voice-agent.js";
