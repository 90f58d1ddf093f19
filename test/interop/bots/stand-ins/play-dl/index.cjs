// Stands in for play-dl, which speaks to YouTube: a video is the file of its id in the folder that SDKPP_VIDEOS names.
const { createReadStream } = require("node:fs");
const { join } = require("node:path");

exports.video_basic_info = (url) =>
  Promise.resolve({ video_details: { url, title: "A song", durationInSec: "20" } });

exports.stream = (url) => {
  const file = join(process.env.SDKPP_VIDEOS, `${new URL(url).searchParams.get("v")}.webm`);
  return Promise.resolve({ stream: createReadStream(file), type: "webm/opus" });
};
