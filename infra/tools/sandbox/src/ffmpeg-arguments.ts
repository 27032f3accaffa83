import { createHash } from 'node:crypto';
import { cameraFilter } from './camera-motions';

/** How a video looks when its prompt contains these words. */
const STYLES: [RegExp, string[]][] = [
  [/cinematic/i, ['eq=contrast=1.25:saturation=0.85', 'drawbox=h=ih/9:t=fill', 'drawbox=y=ih-ih/9:h=ih/9:t=fill']],
  [/documentary/i, ['eq=saturation=0.5:brightness=0.04']],
  [/watercolor/i, ['boxblur=8', 'eq=saturation=1.6:brightness=0.12']],
  [/clay animation/i, ["lutyuv=y='floor(val/40)*40'", 'eq=saturation=1.4']],
  [/black and white/i, ['hue=s=0', 'eq=contrast=1.2']],
  [/golden hour/i, ['colorbalance=rm=0.3:gm=0.08:bm=-0.35']],
];

/** The filters of all styles that the prompt names. */
function styleFilters(prompt: string): string[] {
  return STYLES.flatMap(([words, filters]) => (words.test(prompt) ? filters : []));
}

export interface VideoSpec {
  /** Shown in the video; any Unicode text. */
  text: string;
  seconds: number;
  width: number;
  height: number;
  /** Another seed gives another video. */
  seed?: number | undefined;
  /** An image to animate: JPEG, PNG or WebP. */
  image?: Buffer | undefined;
  /** The image that the video ends with. */
  lastImage?: Buffer | undefined;
  /** Images that are drawn in the upper left corner. */
  references?: Buffer[];
  /** Adds an AAC track with a tone of the text, which beeps each second. */
  hasSound?: boolean | undefined;
  /** 12 by default, half of a real video's, to save CPU time in tests and on small machines. */
  framesPerSecond?: number | undefined;
}

type TimedVideo = VideoSpec & { framesPerSecond: number };

/** File names in ffmpeg's working folder, which need no escaping. */
export interface RenderFiles {
  font: string;
  text: string;
  image: string;
  lastImage: string;
  references: string[];
  output: string;
}

const FRAMES_PER_SECOND = 12;
const MAX_DOUBLED_SIDE = 720;

/** Palettes of three colors; the text determines which one is used. */
const palettes = [
  ['1b1145', '7a2ff2', 'ff7a59'],
  ['06283d', '1f8a9e', 'f2c14e'],
  ['2b0a3d', 'c2307a', 'ffb56b'],
  ['08203e', '557cff', '9ef0e1'],
  ['102a1e', '2f9e6e', 'e9e36a'],
  ['2a0f14', 'd1495b', 'f6d6a8'],
] as const;

interface Source {
  input: string[];
  /** Filters. */
  picture: string[];
  /** How it lies over the sources before it. */
  overlay?: string;
}

/**
 * ffmpeg arguments for H.264 in yuv420p, and AAC if it has sound, that plays while it loads.
 *
 * @throws Error if an image is not supported
 */
export function ffmpegArguments(options: VideoSpec, files: RenderFiles): string[] {
  const video = { ...options, framesPerSecond: options.framesPerSecond ?? FRAMES_PER_SECOND };
  const start = video.image ? imagePan(video, video.image, files.image) : gradientWaves(video);
  const end = ending(video, files);
  const corner = (video.references ?? []).map((image, i) => cornerImage(video, image, files.references[i] ?? ''));
  const sources = [start, ...(end ? [end] : []), ...corner];
  const sound = video.hasSound ? ['-f', 'lavfi', '-i', `sine=frequency=${toneOf(video)}:beep_factor=4`] : [];
  const graph = sources.map(({ picture }, i) => `[${i}:v]${[...picture, 'setsar=1'].join(',')}[source${i}]`);
  sources.slice(1).forEach(({ overlay }, i) => {
    graph.push(`[${i === 0 ? 'source0' : `layers${i}`}][source${i + 1}]overlay=${overlay}[layers${i + 1}]`);
  });
  const layers = sources.length === 1 ? 'source0' : `layers${sources.length - 1}`;
  graph.push(`[${layers}]${[...styleFilters(video.text), 'format=yuv420p', ...titles(video, files)].join(',')}[video]`);
  const soundCoding = ['-map', `${sources.length}:a`, '-c:a', 'aac', '-b:a', '96k', '-ac', '2'];
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...sources.flatMap(({ input }) => input), ...sound],
    // Threads would share the variables of an expression, and the same seed would not give the same bytes.
    ...['-filter_complex_threads', '1', '-filter_complex', graph.join(';'), '-map', '[video]'],
    ...(video.hasSound ? soundCoding : []),
    ...['-t', String(video.seconds), '-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1', '-crf', '24'],
    ...['-pix_fmt', 'yuv420p', '-metadata', 'comment=Luit sandbox output', '-movflags', '+faststart', files.output],
  ];
}

/** Hertz. Another text or seed sounds different. */
function toneOf({ text, seed }: VideoSpec): number {
  return (
    220 +
    (createHash('sha256')
      .update(`${text} ${seed ?? ''}`)
      .digest()
      .readUInt16BE(0) %
      440)
  );
}

/** A small square in the row of references in the upper left corner. */
function cornerImage({ width, height, references = [] }: VideoSpec, image: Buffer, file: string): Source {
  const side = Math.round(Math.min(width, height) / 6);
  const gap = Math.round(side / 8);
  const x = gap + references.indexOf(image) * (side + gap);
  return {
    input: ['-protocol_whitelist', 'file', '-f', imageDemuxer(image), '-i', file],
    picture: cover(`${side}:${side}`),
    overlay: `x=${x}:y=${gap}`,
  };
}

function titles({ width, height, seed }: VideoSpec, files: RenderFiles): string[] {
  const unit = Math.min(height, width) / 48;
  const label = seed === undefined ? 'Luit sandbox' : `Luit sandbox, seed ${seed}`;
  const px = (units: number) => Math.round(unit * units);
  const ink = `fontfile=${files.font}:expansion=none:fontcolor=white:alpha='min(1,t/0.6)'`;
  return [
    `drawtext=textfile=${files.text}:${ink}:fontsize=${px(2.9)}:line_spacing=${px(1.1)}:x=${px(3)}:y=h-th-${px(4)}:` +
      'shadowcolor=black@0.35:shadowx=1:shadowy=2:borderw=1:bordercolor=black@0.25',
    `drawtext=text='${label}':${ink}:fontsize=${px(1.6)}:x=w-tw-${px(3)}:y=${px(3)}:` +
      `box=1:boxcolor=black@0.28:boxborderw=${px(0.9)}`,
  ];
}

/**
 * The image, seen by a moving camera. A small one is computed at twice the size, because ffmpeg pans by whole pixels, which shows in small
 * pictures only.
 */
function imagePan(video: TimedVideo, image: Buffer, file: string): Source {
  const factor = Math.min(video.width, video.height) > MAX_DOUBLED_SIDE ? 1 : 2;
  const big = `${video.width * factor}:${video.height * factor}`;
  const camera = cameraFilter(video.text, { ...video, isStill: true });
  return {
    input: ['-protocol_whitelist', 'file', '-f', imageDemuxer(image), '-i', file],
    picture: [...cover(big), ...(camera ? [camera] : [])],
  };
}

const cover = (size: string) => [`scale=${size}:force_original_aspect_ratio=increase`, `crop=${size}`];

/** Fades the last frame in over the last second of the picture. */
function ending({ seconds, width, height, framesPerSecond, lastImage }: TimedVideo, files: RenderFiles): Source | null {
  if (!lastImage) return null;
  const loop = ['-loop', '1', '-framerate', String(framesPerSecond), '-t', String(seconds)];
  const fade = `fade=t=in:st=${seconds - 1}:d=0.8:alpha=1`;
  return {
    input: [...loop, '-protocol_whitelist', 'file', '-f', imageDemuxer(lastImage), '-i', files.lastImage],
    // The format has an alpha channel, which the fade changes.
    picture: [...cover(`${width}:${height}`), 'format=yuva420p', fade],
    overlay: 'shortest=1',
  };
}

/** Detects the format by its magic bytes. If ffmpeg guessed the format, it would also open playlists and scripts. */
function imageDemuxer(image: Buffer): string {
  if (image.subarray(0, 3).toString('hex') === 'ffd8ff') return 'jpeg_pipe';
  if (image.subarray(1, 4).toString('latin1') === 'PNG') return 'png_pipe';
  if (image.subarray(8, 12).toString('latin1') === 'WEBP') return 'webp_pipe';
  throw new Error('cannot identify image file');
}

/** Computes waves on a small canvas and scales them up, which is two hundred times as fast as at full size. */
function gradientWaves(video: TimedVideo): Source {
  const { text, seed, seconds, width, height, framesPerSecond } = video;
  const side = (length: number) => Math.round((18 * length) / Math.min(width, height));
  const canvas = `color=black:size=${side(width)}x${side(height)}:rate=${framesPerSecond}:duration=${seconds},format=gbrp`;
  const camera = cameraFilter(text, { ...video, isStill: false });
  const wave = `geq=${gradient(seed === undefined ? text : `${text} ${seed}`)}`;
  return {
    input: ['-f', 'lavfi', '-i', canvas],
    picture: [wave, `scale=${width}:${height}:flags=bicubic`, ...(camera ? [camera] : [])],
  };
}

/** Three colors in slow waves, darker near the text. The same text always gives the same video. */
function gradient(text: string): string {
  const seed = createHash('sha256').update(text).digest();
  const part = (index: number) => (seed[index] ?? 0) / 255;
  const [dark, middle, light] = palettes[(seed[0] ?? 0) % palettes.length] ?? palettes[0];
  const wave = (index: number) =>
    `(0.5+0.5*sin(${(1.4 + part(index) * 2.2).toFixed(2)}*X/W+${(1.2 + part(index + 1) * 2.4).toFixed(2)}*Y/H` +
    `+${(0.5 + part(index + 2) * 0.6).toFixed(2)}*T+${(part(index + 3) * 6.28).toFixed(2)}))`;
  const shade = '(1-0.5*pow(Y/H,2))';
  const channel = (at: number) => {
    const value = (color: string) => Number.parseInt(color.slice(at, at + 2), 16);
    const [a, b, c] = [value(dark), value(middle), value(light)];
    return `'st(0,${wave(1)});${shade}*(${a}+ld(0)*(${b - a})+pow(${wave(5)},2)*ld(0)*(${c - b}))'`;
  };
  return `r=${channel(0)}:g=${channel(2)}:b=${channel(4)}`;
}
