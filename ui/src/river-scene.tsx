import { clsx } from 'clsx';
import { useId } from 'react';

const WIDTH = 1600;
const HORIZON = 520;
const BRAIDS = 15;

interface Braid {
  path: string;
  width: number;
  opacity: number;
  dash: string;
}

/** One channel of a braided river in perspective: thin and straight at the horizon, wide and curved near the viewer. */
function braid(index: number): Braid {
  const depth = (index + 1) / BRAIDS;
  const y = HORIZON + 10 + depth ** 1.9 * 400;
  const swing = 3 + depth ** 1.5 * 46;
  const phase = index * 1.9;
  const points = Array.from({ length: 9 }, (_, step) => {
    const x = (step / 8) * (WIDTH + 200) - 100;
    return [x, y + Math.sin(phase + step * (1.15 - depth * 0.35)) * swing] as const;
  });
  const path = points
    .map(([x, py], step) => {
      const previous = points[step - 1];
      if (!previous) return `M${x} ${py.toFixed(1)}`;
      const middle = (previous[0] + x) / 2;
      return `C${middle} ${previous[1].toFixed(1)} ${middle} ${py.toFixed(1)} ${x} ${py.toFixed(1)}`;
    })
    .join('');
  return {
    path,
    width: 0.8 + depth ** 2 * 5,
    opacity: 0.85 - depth * 0.45,
    dash: index % 3 === 0 ? 'none' : `${(60 + index * 14).toFixed(0)} ${(20 + ((index * 37) % 60)).toFixed(0)}`,
  };
}

const RIVER: Braid[] = Array.from({ length: BRAIDS }, (_, index) => braid(index));

const GLINTS = Array.from({ length: 22 }, (_, index) => {
  const depth = index / 21;
  const half = (70 - depth * 38) * (0.55 + 0.45 * Math.abs(Math.sin(index * 2.3)));
  return { y: HORIZON + 8 + depth ** 1.5 * 330, x1: 1120 - half + Math.sin(index * 1.7) * 14, x2: 1120 + half, depth };
});

/** An illustration of dawn on the Brahmaputra: the sun above the far bank, a country boat and the river's channels. */
export function RiverScene({ className }: { className?: string }) {
  const id = useId();
  const ref = (name: string) => `url(#${id}-${name})`;
  return (
    <svg
      viewBox="0 0 1600 900"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={clsx('size-full bg-[#05171c]', className)}
    >
      <defs>
        <linearGradient id={`${id}-sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#041419" />
          <stop offset="0.42" stopColor="#0b3039" />
          <stop offset="0.7" stopColor="#4b4240" />
          <stop offset="0.86" stopColor="#b0562f" />
          <stop offset="1" stopColor="#f5b53f" />
        </linearGradient>
        <linearGradient id={`${id}-water`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#8a4c2c" />
          <stop offset="0.16" stopColor="#23393b" />
          <stop offset="1" stopColor="#04141a" />
        </linearGradient>
        <linearGradient id={`${id}-silk`} x1="0" y1="0" x2="1" y2="0">
          <stop offset="0" stopColor="#1d6270" />
          <stop offset="0.5" stopColor="#c98f35" />
          <stop offset="0.7" stopColor="#ffd977" />
          <stop offset="1" stopColor="#2b7380" />
        </linearGradient>
        <radialGradient id={`${id}-glow`} cx="0.5" cy="0.5" r="0.5">
          <stop offset="0" stopColor="#ffe7a3" stopOpacity="0.9" />
          <stop offset="0.14" stopColor="#ffc457" stopOpacity="0.55" />
          <stop offset="0.4" stopColor="#f5a04a" stopOpacity="0.2" />
          <stop offset="0.72" stopColor="#e8833c" stopOpacity="0.05" />
          <stop offset="1" stopColor="#e8833c" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="1600" height={HORIZON} fill={ref('sky')} />
      <circle cx="1120" cy={HORIZON - 22} r="560" fill={ref('glow')} />
      <circle cx="1120" cy={HORIZON - 44} r="56" fill="#fff0bf" />
      <path
        d={`M0 ${HORIZON}V470c90-30 150-6 240-18 120-16 190-40 300-24 90 12 150 44 260 52 120 8 190 16 320 14 130-2 200-34 290-38 80-4 130 16 190 8V${HORIZON}Z`}
        fill="#123037"
      />
      <path
        d={`M0 ${HORIZON}V500c140-14 260 8 420 2s300-4 460 10c160 6 330 4 480-8 100-8 170-2 240-10V${HORIZON}Z`}
        fill="#0a2229"
      />
      <rect y={HORIZON} width="1600" height={900 - HORIZON} fill={ref('water')} />
      <g stroke="#ffe2a0" strokeLinecap="round">
        {GLINTS.map((glint) => (
          <line
            key={glint.y}
            x1={glint.x1}
            x2={glint.x2}
            y1={glint.y}
            y2={glint.y}
            strokeWidth={1.4 + glint.depth * 3}
            opacity={0.8 - glint.depth * 0.62}
          />
        ))}
      </g>
      <g fill="none" stroke={ref('silk')} strokeLinecap="round">
        {RIVER.map((line) => (
          <path
            key={line.path}
            d={line.path}
            strokeWidth={line.width}
            opacity={line.opacity}
            strokeDasharray={line.dash}
            className="animate-drift"
          />
        ))}
      </g>
      <g fill="#03100f">
        <path d="M902 628c46 13 160 14 214-8-8 24-34 36-70 38-62 4-112-2-144-30Z" />
        <path d="M1040 622c0-14 3-30 9-37 6 5 11 18 11 36Z" />
        <circle cx="1049" cy="578" r="8" />
        <path d="m1056 592 66-70 3 3-64 74Z" />
        <path d="M928 626c8-22 30-34 52-34s42 14 46 35Z" opacity="0.95" />
      </g>
    </svg>
  );
}
