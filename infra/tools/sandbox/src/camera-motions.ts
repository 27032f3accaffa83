/** Expressions of ffmpeg's `zoompan`: the zoom factor, and the position between 0 and 1 in the margin that it leaves. */
interface CameraMotion {
  zoom: string;
  x: string;
  y: string;
}

const CENTERED = { x: '0.5', y: '0.5' };
/** The share of the video that has passed. */
const T = 'DONE';

/** How the camera moves when a prompt contains these words. */
const MOTIONS: [RegExp, CameraMotion][] = [
  [/static camera/i, { zoom: '1', ...CENTERED }],
  [/pushes in/i, { zoom: `1+0.6*${T}`, ...CENTERED }],
  [/pulls back/i, { zoom: `1.6-0.6*${T}`, ...CENTERED }],
  [/pans left/i, { zoom: '1.5', x: `1-${T}`, y: '0.5' }],
  [/orbits/i, { zoom: '1.4', x: `0.5+0.5*sin(6.28*${T})`, y: `0.5+0.5*cos(6.28*${T})` }],
  [/crane shot/i, { zoom: '1.5', x: '0.5', y: `1-${T}` }],
];
const SLOW_ZOOM: CameraMotion = { zoom: `1+0.12*${T}`, ...CENTERED };

/** The filter that moves the camera over a picture of `width` to `height`; null if the prompt names no motion. */
export function cameraFilter(
  prompt: string,
  video: { seconds: number; framesPerSecond: number; width: number; height: number; isStill: boolean },
): string | null {
  const found = MOTIONS.find(([words]) => words.test(prompt))?.[1];
  // A still image would not move at all.
  const motion = found ?? (video.isStill ? SLOW_ZOOM : null);
  if (!motion) return null;
  const frames = video.seconds * video.framesPerSecond;
  const at = (expression: string) => expression.replaceAll(T, `(on/${frames})`);
  const duration = video.isStill ? frames : 1;
  return (
    `zoompan=z='${at(motion.zoom)}':x='(iw-iw/zoom)*(${at(motion.x)})':y='(ih-ih/zoom)*(${at(motion.y)})':` +
    `d=${duration}:s=${video.width}x${video.height}:fps=${video.framesPerSecond}`
  );
}
