/** Part of a frame, as shares of its sides between 0 and 1. */
export interface FrameWindow {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Span {
  from: number;
  to: number;
}

/** The share of each side that is left out of a fingerprint, because labels and crops change the edges of a frame. */
const EDGE = 0.1;
/** Largest share of the width and of the height that a crop removes. */
const MAX_CROP = 0.1;

/** The part of an unchanged frame that its fingerprint describes. */
export const CENTER: FrameWindow = { left: EDGE, right: 1 - EDGE, top: EDGE, bottom: 1 - EDGE };

/** The possible centers of the original in a frame that was cropped by up to a tenth, uncropped first. @param steps per side */
export function croppedWindows(steps: number): FrameWindow[] {
  const spans = croppedSpans(steps);
  return spans.flatMap(({ from: left, to: right }) =>
    spans.map(({ from: top, to: bottom }) => ({ left, right, top, bottom })),
  );
}

function croppedSpans(steps: number): Span[] {
  const spans: Span[] = [];
  for (let total = 0; total <= steps; total += 1) {
    for (let before = 0; before <= total; before += 1) {
      const kept = 1 - (total / steps) * MAX_CROP;
      const cut = (before / steps) * MAX_CROP;
      spans.push({ from: (EDGE - cut) / kept, to: (1 - EDGE - cut) / kept });
    }
  }
  return spans;
}
