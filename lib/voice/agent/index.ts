/**
 * The door for voice agents: programs that listen to people in a voice channel, answer, and stop when spoken to.
 * @module
 */
export type { VoiceAgentEvents } from "./agent-events.js";
export { VoiceAgent } from "./voice-agent.js";
export { BotVoiceConnection } from "../bot-voice-connection.js";
export type { Subscription } from "../../call/index.js";
export { ArgumentError, ArgumentRangeError, SdkError } from "../../wire/index.js";
