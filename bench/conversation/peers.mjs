// What others do: a timer that runs while a detector of voice is silent.

const LEAST_FRAMES = 3;
const FRAME_MS = 10;

/**
 * The ends of turns of a timer.
 * @param isSpeech by frame; @param silenceMs the silence that ends a turn
 * @param late ms by which the detector goes on after speech
 */
export function timerEnds(frames, isSpeech, silenceMs, late = 0) {
  const ends = [];
  let run = 0;
  let isInTurn = false;
  let silent = 0;
  frames.forEach((frame, at) => {
    run = isSpeech[at] ? run + 1 : 0;
    silent = isSpeech[at] ? 0 : silent + FRAME_MS;
    if (run >= LEAST_FRAMES) isInTurn = true;
    if (!isInTurn || silent + late < silenceMs || silent === 0) return;
    isInTurn = false;
    ends.push({ time: frame.time + FRAME_MS, wall: frame.wall });
  });
  return ends;
}

/** @returns the detector of WebRTC on frames of 10 ms at 16 kHz: by frame, whether there is speech */
export async function webrtcDetector(createFvad) {
  const module = await createFvad();
  const place = module._malloc(2 * 160);
  return (frames, mode) => {
    const detector = module._fvad_new();
    module._fvad_set_mode(detector, mode);
    module._fvad_set_sample_rate(detector, 16_000);
    const isSpeech = frames.map(({ samples }) => {
      module.HEAP16.set(samples, place >> 1);
      return module._fvad_process(detector, place, samples.length) === 1;
    });
    module._fvad_free(detector);
    return isSpeech;
  };
}
