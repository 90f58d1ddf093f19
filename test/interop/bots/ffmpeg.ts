import { spawnSync } from "node:child_process";

export const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
