import type { ThroughputGroup } from '@luit/contracts/operations/job-metrics';
import { formatMinute, formatWeekday, TIME_ZONE_NAME } from '../../lib/format';

const WIDTH = 720;
const HEIGHT = 96;

const SERIES = [
  { key: 'succeeded', fill: 'fill-success' },
  { key: 'failed', fill: 'fill-danger' },
  { key: 'canceled', fill: 'fill-accent' },
] as const;

type Point = ThroughputGroup['points'][number];

interface GroupChartProps {
  group: ThroughputGroup;
  /** Jobs at the top of the chart; the same for every group, so that their heights compare. */
  highest: number;
  stepSeconds: number;
  /** What the line counts. */
  accepted: string;
}

/** Finished jobs of one provider or plan as stacked bars, accepted ones as a line. The table below the charts has the numbers. */
export function GroupChart({ group: { points }, highest, stepSeconds, accepted }: GroupChartProps) {
  const slot = WIDTH / Math.max(1, points.length);
  const y = (count: number) => HEIGHT - (count / highest) * (HEIGHT - 4);
  return (
    <div aria-hidden className="px-4 pb-3">
      <div className="relative">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-24 w-full">
          {[0, 0.5, 1].map((share) => (
            <line
              key={share}
              x1={0}
              x2={WIDTH}
              y1={y(highest * share)}
              y2={y(highest * share)}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {points.map((point, index) => (
            <g key={point.at}>
              <title>{titleOf(point, stepSeconds, accepted)}</title>
              {SERIES.map(({ key, fill }, at) => {
                if (point[key] === 0) return null;
                const below = SERIES.slice(0, at).reduce((sum, lower) => sum + point[lower.key], 0);
                return (
                  <rect
                    key={key}
                    x={(index + 0.15) * slot}
                    width={slot * 0.7}
                    y={y(below + point[key])}
                    height={y(below) - y(below + point[key])}
                    className={fill}
                  />
                );
              })}
            </g>
          ))}
          <polyline
            fill="none"
            vectorEffect="non-scaling-stroke"
            strokeWidth={1.75}
            className="stroke-info"
            points={points.map((point, index) => `${(index + 0.5) * slot},${y(point.accepted)}`).join(' ')}
          />
        </svg>
        <span className="absolute top-0 left-0 rounded bg-surface/80 px-1 text-[0.75rem] text-muted tabular-nums">
          {highest}
        </span>
      </div>
      <div className="mt-1 flex justify-between text-[0.75rem] text-muted tabular-nums">
        {[points[0], points.at(-1)].map((point, index) => (
          <span key={index}>{point && `${stepLabel(point.at, stepSeconds)} ${TIME_ZONE_NAME}`}</span>
        ))}
      </div>
    </div>
  );
}

/** The start of a step: the time, with its day if a step is an hour long. */
export function stepLabel(at: string, stepSeconds: number): string {
  return stepSeconds >= 3_600 ? `${formatWeekday(at)} ${formatMinute(at)}` : formatMinute(at);
}

function titleOf({ at, succeeded, failed, canceled, ...point }: Point, stepSeconds: number, accepted: string): string {
  const counts = `${point.accepted} ${accepted}, ${succeeded} succeeded, ${failed} failed, ${canceled} canceled`;
  return `${stepLabel(at, stepSeconds)} ${TIME_ZONE_NAME}: ${counts}`;
}
