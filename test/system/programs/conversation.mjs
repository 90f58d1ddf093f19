// Hears the first ten dialogues and two rooms of bench/conversation, and prints what they come to.
import { join } from "node:path";
import { argv } from "node:process";
import { bargeInCurve, hear, ourCurve, perfectTimer } from "../../../bench/conversation/measured.mjs";
import { echoesAt, hearEchoes, speechOver } from "../../../bench/conversation/measured-echo.mjs";

const dialogues = hear(join(argv[2], "dialogues"), 10);
const echoes = hearEchoes(join(argv[2], "echoes"), 2);
const at = (curve, key, value) => curve.find((point) => point[key] === value);
console.log(
  JSON.stringify({
    end: at(ourCurve(dialogues, "melody"), "threshold", 0.3),
    timer: at(perfectTimer(dialogues), "silenceMs", 300),
    interruption: at(bargeInCurve(dialogues), "minSpeechMs", 300),
    echo: echoesAt(echoes, -20),
    speech: speechOver(echoes, -20),
  }),
);
