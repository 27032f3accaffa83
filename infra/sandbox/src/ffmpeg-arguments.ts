import { createHash } from 'node:crypto';

export interface VideoSpec {
  /** Shown in the video; any Unicode text. */
  text: string;
  seconds: number;
  width: number;
  height: number;
  /** An image to animate: JPEG, PNG or WebP. */
  image?: Buffer;
  /** 12 by default, half of a real video's, to save CPU time in tests and on small machines. */
  framesPerSecond?: number;
}

type TimedVideo = VideoSpec & { framesPerSecond: number };

/** File names in ffmpeg's working folder, which need no escaping. */
export interface RenderFiles {
  font: string;
  text: string;
  image: string;
  output: string;
}

const FRAMES_PER_SECOND = 12;

/** Palettes of three colors; the text determines which one is used. */
const palettes = [
  ['1b1145', '7a2ff2', 'ff7a59'],
  ['06283d', '1f8a9e', 'f2c14e'],
  ['2b0a3d', 'c2307a', 'ffb56b'],
  ['08203e', '557cff', '9ef0e1'],
  ['102a1e', '2f9e6e', 'e9e36a'],
  ['2a0f14', 'd1495b', 'f6d6a8'],
] as const;

/** ffmpeg arguments for H.264 in yuv420p that plays while it loads. @throws Error if the image is not supported */
export function ffmpegArguments(options: VideoSpec, files: RenderFiles): string[] {
  const video = { framesPerSecond: FRAMES_PER_SECOND, ...options };
  const [input, picture] = video.image ? imagePan(video, video.image, files.image) : gradientWaves(video);
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...input, '-t', String(video.seconds)],
    ...['-vf', [...picture, 'format=yuv420p', ...titles(video, files)].join(',')],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1', '-crf', '24', '-pix_fmt', 'yuv420p'],
    ...['-metadata', 'comment=Luit sandbox output', '-movflags', '+faststart', files.output],
  ];
}

function titles({ height }: VideoSpec, files: RenderFiles): string[] {
  const unit = height / 48;
  const px = (units: number) => Math.round(unit * units);
  const ink = `fontfile=${files.font}:expansion=none:fontcolor=white:alpha='min(1,t/0.6)'`;
  return [
    `drawtext=textfile=${files.text}:${ink}:fontsize=${px(2.9)}:line_spacing=${px(1.1)}:x=${px(3)}:y=h-th-${px(4)}:` +
      'shadowcolor=black@0.35:shadowx=1:shadowy=2:borderw=1:bordercolor=black@0.25',
    `drawtext=text='Luit sandbox':${ink}:fontsize=${px(1.6)}:x=w-tw-${px(3)}:y=${px(3)}:` +
      `box=1:boxcolor=black@0.28:boxborderw=${px(0.9)}`,
  ];
}

/** A slow zoom into the image. It is computed at twice the size, because ffmpeg pans by whole pixels. */
function imagePan(
  { seconds, width, height, framesPerSecond }: TimedVideo,
  image: Buffer,
  file: string,
): [string[], string[]] {
  const frames = seconds * framesPerSecond;
  const big = `${width * 2}:${height * 2}`;
  return [
    ['-protocol_whitelist', 'file', '-f', imageDemuxer(image), '-i', file],
    [
      `scale=${big}:force_original_aspect_ratio=increase`,
      `crop=${big}`,
      `zoompan=z='1+0.12*on/${frames}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=${frames}:s=${width}x${height}:fps=${framesPerSecond}`,
    ],
  ];
}

/** Detects the format by its magic bytes. If ffmpeg guessed the format, it would also open playlists and scripts. */
function imageDemuxer(image: Buffer): string {
  if (image.subarray(0, 3).toString('hex') === 'ffd8ff') return 'jpeg_pipe';
  if (image.subarray(1, 4).toString('latin1') === 'PNG') return 'png_pipe';
  if (image.subarray(8, 12).toString('latin1') === 'WEBP') return 'webp_pipe';
  throw new Error('cannot identify image file');
}

/** Computes waves on a small canvas and scales them up, which is two hundred times as fast as at full size. */
function gradientWaves({ text, seconds, width, height, framesPerSecond }: TimedVideo): [string[], string[]] {
  const canvas = `color=black:size=32x18:rate=${framesPerSecond}:duration=${seconds},format=gbrp`;
  return [
    ['-f', 'lavfi', '-i', canvas],
    [`geq=${gradient(text)}`, `scale=${width}:${height}:flags=bicubic`],
  ];
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
