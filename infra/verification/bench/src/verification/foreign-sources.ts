import type { Random } from '@luit/platform/testing/random';

const RULES = [9, 18, 22, 26, 30, 41, 45, 54, 60, 73, 90, 106, 110, 150, 182];

/**
 * Sources of ffmpeg's `lavfi` for videos that were not made here: test patterns, fractals, cellular automata, noise, gradients, and waves
 * like those of the sandbox in other colors. All of them exist in the packaged ffmpeg of 2018, too.
 */
export function foreignSources(random: Random, width: number, height: number): string[] {
  const size = `s=${width}x${height}:r=12`;
  const small = (divisor: number) => `s=${Math.floor(width / divisor)}x${Math.floor(height / divisor)}:r=12`;
  const scaled = `scale=${width}:${height}`;
  const seed = random.int(0, 1e6);
  const color = `0x${random.int(0, 0xffffff).toString(16).padStart(6, '0')}`;
  const real = (from: number, to: number) => (from + random.next() * (to - from)).toFixed(3);
  return [
    waves(random, scaled),
    `cellauto=${size}:seed=${seed}:rule=${random.pick(RULES)}:scroll=0`,
    `mandelbrot=${size}:start_x=${real(-0.75, -0.65)}:start_y=${real(-0.2, -0.1)}:end_scale=${real(0.05, 0.3)}`,
    waves(random, scaled),
    `life=${small(8)}:seed=${seed}:ratio=${real(0.2, 0.6)}:mold=10,${scaled}:flags=neighbor`,
    `cellauto=${small(4)}:seed=${seed}:rule=${random.pick(RULES)},${scaled}`,
    plasma(random, scaled),
    `color=c=${color}:${size},noise=alls=${random.int(20, 80)}:allf=t:all_seed=${seed}`,
    waves(random, scaled),
    `testsrc=${size},hue=h=${random.int(0, 359)}`,
    `testsrc2=${size},hue=h=${random.int(0, 359)}`,
    `smptebars=${size},hue=h=${random.int(0, 359)}`,
    `smptehdbars=${size},rotate=${real(-0.3, 0.3)}`,
    plasma(random, scaled),
    `rgbtestsrc=${size},hue=h=${random.int(0, 359)}`,
    `color=c=${color}:${size}`,
    `life=${small(2)}:seed=${seed}:ratio=${real(0.1, 0.5)}:life_color=${color}:mold=20:death_color=black,${scaled}`,
  ];
}

/** Slow waves of any colors, darker at the bottom, as the sandbox draws them in its own. */
function waves(random: Random, scaled: string): string {
  const real = () => (0.5 + random.next() * 3).toFixed(2);
  const channel = () => {
    const [base, range] = [random.int(0, 120), random.int(40, 200)];
    return `'(${base}+${range}*(0.5+0.5*sin(${real()}*X/W+${real()}*Y/H+${real()}*T+${real()})))*(1-0.5*pow(Y/H,2))'`;
  };
  return `color=black:s=32x18:r=12,format=gbrp,geq=r=${channel()}:g=${channel()}:b=${channel()},${scaled}:flags=bicubic`;
}

function plasma(random: Random, scaled: string): string {
  const length = () => (4 + random.next() * 16).toFixed(2);
  return (
    `color=black:s=64x64:r=12,format=yuv444p,geq=lum='128+60*sin(X/${length()}+T)+60*sin(Y/${length()}+T)':` +
    `cb='128+50*sin((X+Y)/${length()}+T)':cr='128+50*cos(X/${length()}-T)',${scaled}`
  );
}
